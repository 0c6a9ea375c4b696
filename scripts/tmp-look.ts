import { launchBrowser, storeSession } from './browser.ts';
const base = 'http://localhost:4661';
async function login(username: string) {
  const r = await fetch(`${base}/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username, password: 'saluni-demo' }) });
  const j = await r.json() as Record<string, string>;
  return j.access_token ?? j.token ?? '';
}
const get = async (path: string, token?: string) => (await fetch(base + path, token ? { headers: { authorization: `Bearer ${token}` } } : {})).json();
const pro = await login('amara@demo.example'), client = await login('zuri@demo.example'), admin = await login('admin@demo.example');
const me = await get('/users/me', pro).catch(() => null) as any;
console.log(JSON.stringify(me).slice(0, 200));
const pros = await get('/professionals/?limit=3') as any;
const p = pros.results[0];
const services = await get(`/services/?professional_id=${p.id}&limit=3`) as any;
const s = services.results[0];
const contacts = await get('/contacts/', pro).catch(() => null) as any;
console.log(JSON.stringify(contacts)?.slice(0, 200));
const browser = await launchBrowser();
const own = await get(`/services/professional/${p.id}`).catch(() => null) as any;
console.log(JSON.stringify(own)?.slice(0, 300));
const sv = (Array.isArray(own) ? own : own?.results)?.[0];
const slots = await get(`/availability/professional/${p.id}?service_ids=${sv?.id}`) as any;
console.log(JSON.stringify(slots)?.slice(0, 300));
const shots: [string, string, string | undefined, ((page: any) => Promise<void>)?][] = [
  ['pick', `/pick-booking-time/${sv?.id}/${p.id}`, client],
  ['pick-lost', `/pick-booking-time/${sv?.id}/${p.id}?start=2026-11-26T22:10:00.000Z`, client],
  ['mismatch', `/pick-booking-time/${s.id}/${p.id}`, client],
  ['contact', `/my-contact/${contacts?.[0]?.id}`, pro],
  ['contact-edit', `/my-contact/${contacts?.[1]?.id}`, pro, async (page) => { await page.getByRole('button', { name: /edit/i }).first().click({ timeout: 2000 }).catch(() => console.log('no edit')); await page.waitForTimeout(400); }],
  ['picture-edit', '/my-pictures', pro, async (page) => { await page.getByRole('button', { name: /edit/i }).first().click({ timeout: 2000 }).catch(() => console.log('no edit')); await page.waitForTimeout(400); }],
  ['admin', '/admin-dashboard', admin, async (page) => { await page.getByRole('tab', { name: /users/i }).click({ timeout: 2000 }).catch(() => console.log('no tab')); await page.waitForTimeout(600); await page.getByRole('button', { name: /confirmed booking/ }).first().click({ timeout: 2000 }).catch(() => console.log('none')); await page.waitForTimeout(800); }],
];
for (const width of [390, 1280]) {
  for (const [name, path, token, act] of shots) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, deviceScaleFactor: 1 });
    if (token) await storeSession(context, base, token);
    const page = await context.newPage();
    page.on('response', (r: any) => { if (r.status() >= 400) console.log(name, r.status(), r.url().slice(0, 200)); });
    await page.goto(base + path);
    await page.waitForLoadState('networkidle').catch(() => {});
    await page.waitForTimeout(700);
    await act?.(page);
    await page.screenshot({ path: `/tmp/l-${name}-${width}.png`, fullPage: true });
    await context.close();
  }
}
await browser.close();
