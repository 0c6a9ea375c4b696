import { createImageStore, type ImageStore } from '#server/images/store.ts';
import { type CommandContext, CommandError } from './command.ts';

/** Runs `work` with the image store, if there is one. Throws a CommandError that says why the store failed. */
export async function withImages<T>(
  { services }: Pick<CommandContext, 'services'>,
  work: (images: ImageStore | undefined) => Promise<T>,
): Promise<T> {
  const s3 = await services.openStore();
  if (!s3) return work(undefined);
  let failure: unknown;
  const images = createImageStore(s3, (error) => {
    failure = error;
  });
  try {
    return await work(images);
  } catch (error) {
    if (failure === undefined) throw error;
    throw new CommandError(
      `the image store at ${s3.endpoint} fails: ${failure instanceof Error ? failure.message : failure}`,
    );
  } finally {
    await images.close();
  }
}
