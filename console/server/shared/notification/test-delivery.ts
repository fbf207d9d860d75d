import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { DeliveryTestResult } from '#schemas/notification/delivery.ts';
import { DELIVERY_TEST, type DeliveryTest } from '#schemas/settings/delivery-test.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** Longer than the timeout of any receiver. */
const TIMEOUT_MS = 70_000;

/** Sends a test through the notification process, from the same network and under the same rules as alarms. */
export async function testDelivery(
  { bus, secrets }: { readonly bus: Bus; readonly secrets: Pick<SecretBox, 'seal'> },
  test: DeliveryTest,
): Promise<DeliveryTestResult> {
  const response = await bus
    .request(subjects.deliveryTest, secrets.seal(JSON.stringify(test), DELIVERY_TEST), TIMEOUT_MS)
    .catch((error: unknown) => {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'notification' }, cause: error });
    });
  return DeliveryTestResult.parse(JSON.parse(new TextDecoder().decode(response)));
}
