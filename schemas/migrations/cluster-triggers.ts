/**
 * Clusters of the multi-client space. An element belongs to one customer, with its own alarms and history. The database therefore
 * creates one cluster for each customer that a share reaches, and deletes it when the share no longer reaches the customer. Triggers
 * do this for every change of shares, profiles and customers; the server calls `spread_clusters` after a change of the template.
 */
export const clusterTriggers: readonly string[] = [
  // A customer without any of the sites has nothing to measure. A name is unique within its kind and customer: that
  // of the resource gets a number where a customer already uses it.
  `CREATE FUNCTION cluster_reach()
RETURNS TABLE (resource_id integer, customer_id integer, kind text, name text, every_site boolean) LANGUAGE sql STABLE AS $$
SELECT template.resource_id, customer.id, template.kind,
  CASE WHEN EXISTS (
    SELECT FROM network_element AS other LEFT JOIN cluster ON cluster.id = other.id
    WHERE other.customer_id = customer.id AND other.kind = template.kind AND other.parent_id IS NULL
      AND lower(other.name) = lower(resource.name) AND cluster.resource_id IS DISTINCT FROM template.resource_id
  ) THEN resource.name || ' #' || resource.id ELSE resource.name END,
  template.every_site
FROM cluster_template AS template JOIN resource ON resource.id = template.resource_id CROSS JOIN customer
WHERE (resource.shared_with_all OR EXISTS (
    SELECT FROM resource_share AS share WHERE share.resource_id = resource.id
      AND (share.customer_id = customer.id OR share.profile_id = customer.profile_id)
  )) AND (template.every_site OR EXISTS (
    SELECT FROM cluster_template_site AS own JOIN network_element AS site ON site.id = own.site_id
    WHERE own.resource_id = template.resource_id AND site.customer_id = customer.id
  ))
$$`,
  `CREATE FUNCTION spread_clusters() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
  made integer;
BEGIN
  IF NOT EXISTS (SELECT FROM cluster_template) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('cluster_template'));
  DELETE FROM network_element AS element USING cluster JOIN cluster_template AS template USING (resource_id)
  WHERE element.id = cluster.id AND NOT EXISTS (
    SELECT FROM cluster_reach() AS reach
    WHERE reach.resource_id = cluster.resource_id AND reach.customer_id = element.customer_id
  );
  FOR wanted IN SELECT * FROM cluster_reach() AS reach LOOP
    SELECT cluster.id INTO made FROM cluster JOIN network_element AS element ON element.id = cluster.id
    WHERE cluster.resource_id = wanted.resource_id AND element.customer_id = wanted.customer_id;
    IF made IS NULL THEN
      INSERT INTO network_element (customer_id, kind, parent_id, name)
      VALUES (wanted.customer_id, wanted.kind, NULL, wanted.name) RETURNING id INTO made;
      INSERT INTO cluster (id, every_site, resource_id) VALUES (made, wanted.every_site, wanted.resource_id);
    ELSE
      UPDATE network_element SET name = wanted.name WHERE id = made AND name <> wanted.name;
      UPDATE cluster SET every_site = wanted.every_site WHERE id = made AND every_site <> wanted.every_site;
    END IF;
    DELETE FROM cluster_site AS own WHERE own.cluster_id = made AND NOT EXISTS (
      SELECT FROM cluster_template_site AS template
      WHERE template.resource_id = wanted.resource_id AND template.site_id = own.site_id
    );
    INSERT INTO cluster_site (cluster_id, site_id)
    SELECT made, template.site_id FROM cluster_template_site AS template
    JOIN network_element AS site ON site.id = template.site_id
    WHERE template.resource_id = wanted.resource_id AND site.customer_id = wanted.customer_id
    ON CONFLICT DO NOTHING;
    DELETE FROM cluster_application AS own WHERE own.cluster_id = made AND NOT EXISTS (
      SELECT FROM cluster_template_application AS template
      WHERE template.resource_id = wanted.resource_id AND template.application = own.application
    );
    INSERT INTO cluster_application (cluster_id, application)
    SELECT made, template.application FROM cluster_template_application AS template
    WHERE template.resource_id = wanted.resource_id
    ON CONFLICT DO NOTHING;
  END LOOP;
END $$`,
  `CREATE FUNCTION spread_clusters_on_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM spread_clusters();
  RETURN NULL;
END $$`,
  `CREATE TRIGGER clusters_shared AFTER INSERT OR DELETE ON resource_share FOR EACH STATEMENT
EXECUTE FUNCTION spread_clusters_on_change()`,
  `CREATE TRIGGER clusters_renamed AFTER UPDATE OF name, shared_with_all ON resource FOR EACH STATEMENT
EXECUTE FUNCTION spread_clusters_on_change()`,
  `CREATE TRIGGER clusters_reaching AFTER INSERT OR UPDATE OF profile_id ON customer FOR EACH STATEMENT
EXECUTE FUNCTION spread_clusters_on_change()`,
];
