import { setTimeout } from 'node:timers/promises';
import { MutationObserver, notifyManager, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

/** A query that fails until `mend` is called, and the states that its observer sees. */
function failing() {
  const client = createQueryClient();
  let isBroken = true;
  const queryFn = async () => {
    await setTimeout(5);
    if (isBroken) throw Object.assign(new Error('closed'), { data: { httpStatus: 400 } });
    return 'open';
  };
  const options = { queryKey: ['shop'], queryFn, retry: false };
  const observer = new QueryObserver(client, options);
  const seen: string[] = [];
  // As screens do, which hear of several changes at once.
  const watch = () =>
    observer.subscribe(
      notifyManager.batchCalls(() => {
        const { status, fetchStatus } = observer.getCurrentResult();
        if (seen.at(-1) !== `${status} ${fetchStatus}`) seen.push(`${status} ${fetchStatus}`);
      }),
    );
  return {
    client,
    observer,
    seen,
    watch,
    mend: () => {
      isBroken = false;
    },
  };
}

test('what failed stays failed while it is tried again', async () => {
  const { observer, seen, watch, mend } = failing();
  const stop = watch();
  await expect.poll(() => seen.at(-1)).toBe('error idle');
  seen.length = 0;
  await observer.refetch();
  mend();
  await observer.refetch();
  await expect.poll(() => seen.at(-1)).toBe('success idle');
  expect(seen.filter((one) => one.startsWith('pending'))).toEqual([]);
  stop();
});

test('what failed for somebody who left is loading for the next one, and what is reset is, too', async () => {
  const { client, seen, watch } = failing();
  const stop = watch();
  await expect.poll(() => seen.at(-1)).toBe('error idle');
  stop();
  seen.length = 0;
  const stopAgain = watch();
  await expect.poll(() => seen).toEqual(['pending fetching', 'error idle']);
  seen.length = 0;
  await client.resetQueries();
  await expect.poll(() => seen.at(-1)).toBe('error idle');
  expect(seen).toContain('pending fetching');
  stopAgain();
});

test('a first load that is on its way when something has changed is asked again, and its answer does not count', async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const queryFn = () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often'));
  const observer = new QueryObserver(client, { queryKey: ['shop'], queryFn, retry: false });
  const stop = observer.subscribe(() => undefined);
  expect(asked).toBe(1);
  const changed = client.invalidateQueries();
  expect(asked).toBe(2);
  answers[1]?.resolve('after');
  await changed;
  answers[0]?.resolve('before');
  await setTimeout(5);
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', status: 'success', fetchStatus: 'idle' });
  stop();
});

test('what was pressed is told before the next press can come', async () => {
  const observer = new MutationObserver(createQueryClient(), { mutationFn: () => setTimeout(5) });
  const seen: string[] = [];
  // As screens do.
  observer.subscribe(notifyManager.batchCalls(({ status }) => seen.push(status)));
  const done = observer.mutate();
  // No task between.
  for (let turn = 0; turn < 9; turn++) await null;
  expect(seen).toEqual(['pending']);
  await done;
});
