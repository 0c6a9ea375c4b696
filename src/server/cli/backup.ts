import { backUp, rowsOf } from '#server/backup/backup.ts';
import { listPictures, savePictures, storePictures } from '#server/backup/pictures.ts';
import { restore } from '#server/backup/restore.ts';
import { databaseIdentity } from '#server/features/images/queries.ts';
import { check } from './check.ts';
import { type Command, CommandError } from './command.ts';
import { withImages } from './images.ts';
import { progressBar } from './progress-bar.ts';

const picturesOption = (describe: string) => ({ describe, value: 'FOLDER', required: false });

export const backupCommand: Command = {
  name: 'backup',
  describe: 'Writes all rows, as of one moment, and the list of pictures to FILE. It holds secrets: keep it as such.',
  operand: { name: 'FILE', describe: 'is written anew, and stays as it was until the new one is whole' },
  options: {
    pictures: picturesOption('copies the pictures, too, those that are not in the folder yet; again goes on'),
  },
  prepare: (given) => (context) =>
    withImages(context, async (images) => {
      const { FILE = '', pictures: folder } = given;
      if (folder !== undefined && !images) throw new CommandError('there is no image store whose pictures to copy');
      const { progress, end } = progressBar(process.stderr);
      try {
        const { header, pictures } = await backUp(
          {
            databaseUrl: context.services.databaseUrl,
            database: await databaseIdentity(context.db),
            ...(images ? { listPictures: () => listPictures(images) } : {}),
          },
          FILE,
          progress,
        );
        const gone = images && folder !== undefined ? await savePictures(images, folder, pictures, progress) : 0;
        end();
        context.print(`${rowsOf(header)} rows of ${header.tables.length} tables are in ${FILE}.`);
        context.print(
          header.pictures === null
            ? 'There is no image store: it lists no pictures.'
            : `It lists ${header.pictures} pictures${folder === undefined ? '; their files are not copied.' : `, copied to ${folder}.`}`,
        );
        if (gone > 0) context.print(`${gone} of their files were removed meanwhile.`);
      } finally {
        end();
      }
    }),
};

export const restoreCommand: Command = {
  name: 'restore',
  describe: 'Restores FILE into a database without rows. Everybody has to log in again.',
  operand: { name: 'FILE', describe: 'what `backup` has written' },
  options: {
    pictures: picturesOption('copies the pictures of `backup --pictures`, those that the bucket lacks; again goes on'),
    'send-unsent': {
      describe: 'sends what was still to be sent; otherwise it waits for `jobs retry`, as it may be sent already',
      required: false,
    },
    'take-bucket': {
      describe: 'the bucket is now this database’s, and no longer that of the backup, which must not run any more',
      required: false,
    },
  },
  prepare: (given) => (context) =>
    withImages(context, async (images) => {
      const { FILE = '', pictures: folder } = given;
      if (folder !== undefined && !images) throw new CommandError('there is no image store to copy pictures to');
      const { progress, end } = progressBar(process.stderr);
      try {
        let lacking = 0;
        const { header, held } = await restore(
          context.services,
          FILE,
          {
            sendUnsent: given['send-unsent'] !== undefined,
            copyPictures: async (pictures) => {
              if (images && folder !== undefined) lacking = await storePictures(images, folder, pictures, progress);
            },
          },
          progress,
        );
        end();
        context.print(
          `${rowsOf(header)} rows of ${header.tables.length} tables are restored, as of ${header.made_at}.`,
        );
        if (held > 0)
          context.print(
            `${held} events and e-mails were not sent yet, and wait: see \`jobs failed\` and \`jobs retry\`.`,
          );
        if (lacking > 0) context.print(`${lacking} files of pictures are not in ${folder}.`);
        if (images) {
          const own = await databaseIdentity(context.db);
          const owner = await images.claim(own, given['take-bucket'] === undefined ? undefined : header.database);
          if (owner !== own)
            context.print(`The bucket is that of database ${owner}: nothing is swept there. See --take-bucket.`);
        }
        await check(context);
      } finally {
        end();
      }
    }),
};
