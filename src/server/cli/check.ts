import { missingPictures } from '#server/backup/pictures.ts';
import { type Broken, findBroken, invariantCount, shownIds } from '#server/db/invariants.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';
import { withImages } from './images.ts';

export const checkCommand: Command = {
  name: 'check',
  describe: 'Checks what must hold in any database, and prints what does not, how often and where. It changes nothing.',
  options: {},
  prepare: () => check,
};

/** Prints what does not hold of rows, and of pictures where there is an image store. Throws where anything does not. */
export async function check(context: CommandContext): Promise<void> {
  const missing = await withImages(context, async (images) => images && missingPictures(context.db, images));
  const ofPictures: Broken = {
    name: 'A9: a picture that a row names is in the image store',
    count: missing?.length ?? 0,
    ids: missing?.slice(0, shownIds) ?? [],
  };
  const broken = [...(await findBroken(context.db)), ofPictures].filter(({ count }) => count > 0);
  const checks = invariantCount + (missing ? 1 : 0);
  for (const { name, count, ids } of broken) context.print([`does not hold: ${name}`, count, ids.join(' ')].join('\t'));
  if (broken.length > 0) throw new CommandError(`${broken.length} of ${checks} checks do not hold.`);
  context.print(`All ${checks} checks hold.`);
}
