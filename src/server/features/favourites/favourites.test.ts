import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

test('favourites are rows of the professional list, newest first, of those whom others see; said again is the same', async () => {
  const [client, other] = [await t.make.client(), await t.make.client()];
  const [one, two, three] = [await t.make.professional(), await t.make.professional(), await t.make.professional()];
  const say = async (call: 'add' | 'remove', { professionalId }: { professionalId: string }) =>
    (await t.rest.call(client, `favourites.${call}`, { professional_id: professionalId })).status;
  const listed = async (input = {}) => {
    const { body, headers } = await t.rest.call(client, 'favourites.list', input);
    return { ids: (body as { id: string }[]).map(({ id }) => id), total: headers['x-total-count'] };
  };
  for (const who of [one, two, one, three]) expect(await say('add', who)).toBe(204);
  const newestFirst = [three, two, one].map(({ professionalId }) => professionalId);
  expect(await listed()).toEqual({ ids: newestFirst, total: '3' });
  expect(await listed({ skip: 1, limit: 1 })).toEqual({ ids: newestFirst.slice(1, 2), total: '3' });
  const rows = (await t.rest.call(null, 'professionals.list', { limit: 100 })).body as { results: { id: string }[] };
  const row = rows.results.find(({ id }) => id === one.professionalId);
  expect(((await t.rest.call(client, 'favourites.list')).body as object[]).at(-1)).toEqual(row);
  expect((await t.rest.call(other, 'favourites.list')).body).toEqual([]);

  await t.make.change('professionals', two.professionalId, { is_active: false });
  expect((await listed()).ids).toEqual([newestFirst[0], newestFirst[2]]);
  expect([await say('add', two), await say('remove', two), await say('remove', two)]).toEqual([404, 204, 404]);
  expect([await say('remove', one), await say('remove', one)]).toEqual([204, 204]);
  expect((await listed()).ids).toEqual([three.professionalId]);
});

test('the 201st is refused, and one of the 200 may be said again', async () => {
  const [client, { professionalId }] = [await t.make.client(), await t.make.professional()];
  await t.deps.pool.query(
    `with made as (insert into users (email, username, role) select 'f' || n || '@example.com', 'f', 'professional'
       from generate_series(1, 200) n returning id),
     people as (insert into professionals (user_id, display_name, professional_type, location)
       select id, 'F', 'barber', 'Perth' from made returning id)
     insert into favourites (client_id, professional_id) select $1, id from people`,
    [client.clientId],
  );
  const { body } = await t.rest.call(client, 'favourites.list', { limit: 200 });
  const first = (body as { id: string }[])[0]?.id;
  const add = (professional_id: string | undefined) => t.rest.call(client, 'favourites.add', { professional_id });
  expect(await add(professionalId)).toMatchObject({
    status: 409,
    body: { detail: 'You can have at most 200 favourites.' },
  });
  expect((await add(first)).status).toBe(204);
});
