import type { Deps } from '#server/deps.ts';
import { forgetDone } from '#server/outbox/queries.ts';
import { nouns } from './nouns.ts';

/** Deletes rows that no request reads any more: those that the nouns name, and events that were carried out. */
export async function cleanUp({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { cleanUps = [] } of nouns) for (const deleteOld of cleanUps) await deleteOld(db);
  while ((await forgetDone(db)) > 0);
}
