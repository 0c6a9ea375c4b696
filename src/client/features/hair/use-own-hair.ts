import { useRef, useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Hair, OwnHair } from '#shared/hair.ts';

/** What a client told, asked for anew by each screen that shows it. */
export const useOwnHair = () => trpc.hair.mine.useQuery(undefined, { staleTime: 0 });

export const nothingTold: Hair = {
  patterns: { front: null, crown: null, sides: null, nape: null },
  strand: null,
  density: null,
  porosity: null,
  length: null,
  length_cm: null,
  states: [],
  events: [],
  note: null,
};

const failed = "Your answer couldn't be saved.";

/** Saves an answer as it is given: it shows at once, and goes back where it cannot be saved. */
export function useSaveHair(own: OwnHair) {
  const { hair } = trpc.useUtils();
  // One after another, as each has all answers before it.
  const change = trpc.hair.change.useMutation({ scope: { id: 'hair' } });
  const last = useRef<object>(undefined);
  const [failure, setFailure] = useState<string>();

  /** Whether it is saved. */
  async function send(next: (now: OwnHair) => Partial<Pick<OwnHair, 'hair' | 'counted'>>): Promise<boolean> {
    setFailure(undefined);
    const now = hair.mine.getData() ?? own;
    const changed = next(now);
    last.current = changed;
    await hair.mine.cancel();
    hair.mine.setData(undefined, { ...now, ...changed });
    try {
      const saved = await change.mutateAsync(changed);
      if (last.current === changed) hair.mine.setData(undefined, saved);
      return true;
    } catch (error) {
      setFailure(errorText(error, failed));
      hair.mine.setData(undefined, now);
      void hair.mine.invalidate();
      return false;
    }
  }

  return {
    failure,
    isSaving: change.isPending,
    isSaved: change.isSuccess,
    save: (answer: Partial<Hair>) => send((now) => ({ hair: { ...(now.hair ?? nothingTold), ...answer } })),
    forget: () => send(() => ({ hair: null })),
    count: (counted: boolean) => send(() => ({ counted })),
  };
}
export type SaveHair = ReturnType<typeof useSaveHair>;
