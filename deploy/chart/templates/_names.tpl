{{- define "telltale.labels" -}}
app.kubernetes.io/name: telltale
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "telltale.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-telltale" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- /* A container of the product: not root, a read-only file system, no capabilities. */ -}}
{{- define "telltale.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "telltale.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
{{- if . }}
  type: Localhost
  localhostProfile: {{ . | quote }}
{{- else }}
  type: RuntimeDefault
{{- end }}
{{- end }}

{{- /* One process; `process` is its values, `instance` its name. */ -}}
{{- define "telltale.pod" -}}
{{- $root := .root -}}
{{- $process := .process -}}
metadata:
  labels:
    {{- include "telltale.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .tier }}
    telltale.process: {{ .instance }}
  annotations:
    checksum/environment: {{ toJson $root.Values.environment | sha256sum }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $root.Values.stopSeconds }}
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    {{- include "telltale.podSecurity" (ternary $root.Values.jobsSeccompProfile "" (eq $process.image "jobs")) | nindent 4 }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          app.kubernetes.io/instance: {{ $root.Release.Name }}
          app.kubernetes.io/component: {{ .tier }}
  containers:
    - name: {{ .tier }}
      image: {{ get $root.Values.images $process.image | quote }}
      imagePullPolicy: {{ $root.Values.images.pullPolicy }}
      args: {{ toJson $process.args }}
      envFrom:
        - configMapRef: { name: {{ include "telltale.name" $root }} }
        - secretRef: { name: {{ printf "%s-%s" $root.Values.secretPrefix .tier | quote }} }
      env:
        - { name: HEALTH_PORT, value: {{ $root.Values.healthPort | quote }} }
        {{- if $process.listens }}
        - { name: HOST, value: 0.0.0.0 }
        {{- end }}
        {{- if $process.callsServer }}
        - { name: CONSOLE_URL, value: {{ printf "http://%s-server" (include "telltale.name" $root) | quote }} }
        {{- end }}
        {{- with $process.nameVariable }}
        - name: {{ . }}
          valueFrom: { fieldRef: { fieldPath: metadata.name } }
        {{- end }}
        {{- range $name, $value := $process.env }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      {{- with $process.ports }}
      ports:
        {{- range . }}
        - { name: {{ .name }}, containerPort: {{ .port }}, protocol: {{ .protocol }} }
        {{- end }}
      {{- end }}
      startupProbe:
        exec: { command: [node, deploy/probe.ts, live] }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 60
      livenessProbe:
        exec: { command: [node, deploy/probe.ts, live] }
        periodSeconds: 10
        timeoutSeconds: 10
        failureThreshold: 3
      readinessProbe:
        exec: { command: [node, deploy/probe.ts, ready] }
        periodSeconds: 10
        timeoutSeconds: 10
      resources: {{ toYaml $process.resources | nindent 8 }}
      securityContext:
        {{- include "telltale.containerSecurity" $root | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: data
      emptyDir: { sizeLimit: {{ $process.dataSize }} }
    - name: tmp
      emptyDir: {}
{{- end }}
