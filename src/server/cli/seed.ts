import { keysOf } from '#server/embedded/keys.ts';
import { renderPicture } from '#server/images/render.ts';
import { seedDemo } from '#server/seed/demo.ts';
import { seedSpecializations } from '#server/seed/specializations.ts';
import { storePictures } from '#server/seed/store-pictures.ts';
import { type Command, CommandError } from './command.ts';
import { withImages } from './images.ts';

export const seedSpecializationsCommand: Command = {
  name: 'seed specializations',
  describe: 'Fills the specialization catalogue. Again changes nothing.',
  options: {},
  prepare: () => async (context) => {
    await context.migrate();
    context.print(`The catalogue has ${await seedSpecializations(context.db)} specializations.`);
  },
};

export const seedDemoCommand: Command = {
  name: 'seed demo',
  describe:
    'Fills an empty database with the demo marketplace and prints its logins. A database with users is left as it is.',
  options: {},
  prepare: () => async (context) => {
    await context.migrate();
    await seedSpecializations(context.db);
    const logins = await seedDemo({ ...context, ...(await keysOf(context.config)) });
    if (logins === undefined) throw new CommandError('the database has users already: nothing was changed');
    await withImages(context, async (images) => {
      if (images) await storePictures({ db: context.db, images, renderer: { render: renderPicture } });
    });
    for (const { role, email, password } of logins) context.print(`${role}\t${email}\t${password}`);
  },
};
