import { saveErrorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { delays } from '#shared/constants.ts';

/** Is told why a change was not made, and the fields that it is about. */
export type Refused = (text: string, fields: readonly string[]) => void;

/** Bookings that now lie outside, as a sentence behind what was done. */
export function outsideText(count: number | undefined): string {
  if (!count) return '';
  return count === 1
    ? " 1 booking is now outside your hours. It's still on."
    : ` ${count} bookings are now outside your hours. They're still on.`;
}

/** Makes a change of times, says what it did, and offers to undo it. Resolves with whether it was made. */
export function useHoursChange() {
  const { availability, hours, professionals } = trpc.useUtils();
  const refresh = () => Promise.all([hours.invalidate(), availability.invalidate(), professionals.invalidate()]);

  async function attempt(work: () => Promise<unknown>, refused: Refused): Promise<boolean> {
    try {
      await work();
    } catch (error) {
      // Not awaited: a sheet that says what failed can be left.
      void refresh();
      refused(saveErrorText(error), Object.keys(fieldErrors(error)));
      return false;
    }
    await refresh();
    return true;
  }

  /** `make` answers what is said of it, `undo` takes it back; `refused` shows in place why it was not made. */
  return async function change(
    make: () => Promise<string>,
    undo: () => Promise<unknown>,
    refused: Refused,
  ): Promise<boolean> {
    let said = '';
    const isMade = await attempt(async () => {
      said = await make();
    }, refused);
    if (isMade) {
      notify.info(said, {
        duration: delays.undo,
        action: {
          label: 'Undo',
          onClick: () =>
            void attempt(undo, (text) => notify.error(text)).then((isUndone) => isUndone && notify.success('Undone.')),
        },
      });
    }
    return isMade;
  };
}
