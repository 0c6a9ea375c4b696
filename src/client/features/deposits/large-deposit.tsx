import { FormMessage } from '#client/ui/message.tsx';

/** What a professional has to know who asks more than half of a price. */
export function LargeDeposit() {
  return (
    <FormMessage tone="wait">
      A large deposit can be an unfair contract term. Whatever you ask, your clients keep all consumer guarantees.
    </FormMessage>
  );
}
