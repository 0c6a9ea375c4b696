import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { FormMessage } from '#client/ui/message.tsx';
import { isolated } from '#shared/isolated.ts';

/** Says before times are chosen that hair is shorter than a service asks for; it stops nobody. */
export function LengthWarning({ services }: { services: readonly { name: string; min_length_cm: number | null }[] }) {
  const isClient = useSession((session) => session.hydrated && session.role === 'client');
  const asks = services.filter(({ min_length_cm }) => min_length_cm !== null);
  const { data } = trpc.hair.mine.useQuery(undefined, { enabled: isClient && asks.length > 0 });
  const length = data?.hair?.length_cm ?? null;
  const [short] = asks.filter(({ min_length_cm }) => length !== null && length < (min_length_cm ?? 0));
  if (!short) return null;
  return (
    <FormMessage tone="wait">
      {isolated(short.name)} asks for hair of {short.min_length_cm} cm, stretched. You told us yours is {length} cm. You
      can still book it: ask first if you're not sure.
    </FormMessage>
  );
}
