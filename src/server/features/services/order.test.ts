import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();

describe('the own order of services', () => {
  async function people() {
    const professional = await t.make.professional();
    const make = (name: string) => t.make.service(professional.professionalId, { name });
    const ids = { braids: await make('Braids'), cut: await make('Cut'), wash: await make('Wash') };
    return { professional, make, ids };
  }
  const names = (body: unknown) => (body as { name: string }[]).map(({ name }) => name);

  test('is by name until one is given, then it holds in both lists, and a new service comes last', async () => {
    const { professional, make, ids } = await people();
    const mine = async () => names((await t.rest.call(professional, 'services.mine')).body);
    const shown = async () =>
      names((await t.rest.call(null, 'services.ofProfessional', { id: professional.professionalId })).body);
    expect(await mine()).toEqual(['Braids', 'Cut', 'Wash']);
    const service_ids = [ids.wash, ids.braids, ids.cut];
    const { status, body } = await t.rest.call(professional, 'services.reorder', { service_ids });
    expect([status, names(body)]).toEqual([200, ['Wash', 'Braids', 'Cut']]);
    expect(body).toMatchObject([{ picture: null }, { picture: null }, { picture: null }]);
    await make('Afro shape up');
    expect(await mine()).toEqual(['Wash', 'Braids', 'Cut', 'Afro shape up']);
    expect(await shown()).toEqual(['Wash', 'Braids', 'Cut', 'Afro shape up']);
    const { body: page } = await t.rest.call(professional, 'services.mine', { skip: 1, limit: 2 });
    expect(names(page)).toEqual(['Braids', 'Cut']);
  });

  test('is refused unless it names all own services, each once; the order stays', async () => {
    const { professional, ids } = await people();
    const foreign = await t.make.service((await t.make.professional()).professionalId);
    const { braids, cut, wash } = ids;
    for (const service_ids of [
      [cut, braids],
      [cut, braids, braids],
      [cut, braids, wash, foreign],
      [cut, braids, foreign],
      [cut, braids, wash, wash],
      [cut, braids, 'wash'],
      [],
    ])
      expect((await t.rest.call(professional, 'services.reorder', { service_ids })).status).toBe(422);
    expect((await t.rest.call(professional, 'services.reorder', {})).status).toBe(422);
    expect(names((await t.rest.call(professional, 'services.mine')).body)).toEqual(['Braids', 'Cut', 'Wash']);
    const none = await t.make.professional();
    expect(await t.rest.call(none, 'services.reorder', { service_ids: [] })).toMatchObject({ status: 200, body: [] });
  });

  test('a list carries the first picture of a service', async () => {
    const { professional, ids } = await people();
    await t.make.picture(professional.professionalId, { alt: 'First', service_id: ids.cut });
    await t.make.picture(professional.professionalId, { alt: 'Second', service_id: ids.cut });
    const { body } = await t.rest.call(professional, 'services.mine');
    expect(body).toMatchObject([
      { name: 'Braids', picture: null },
      { name: 'Cut', picture: { alt: 'First', url: expect.any(String), focus: { x: 0.5, y: 0.5 } } },
      { name: 'Wash', picture: null },
    ]);
  });
});
