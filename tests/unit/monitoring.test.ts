import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Rule = { alert: string; expr: string };
type Rules = { groups: { rules: Rule[] }[] };
type Panel = { title: string; targets: { expr: string }[] };

const folder = 'deploy/prometheus';
const rules = (parse(readFileSync(`${folder}/alerts.yml`, 'utf8')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync('deploy/grafana/saluni.json', 'utf8')) as { panels: Panel[] };
const promtool = spawnSync('promtool', ['--version']).status === 0;

/** What the program has series of, and `up`, which is Prometheus' own. */
function metrics(): Set<string> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const source = readFileSync('src/server/http/metrics.ts', 'utf8');
  const own = [...source.matchAll(/name: '([a-z_]+)'/g)].map(([, name = '']) => name);
  return new Set(['up', ...own, ...register.getMetricsAsArray().map(({ name }) => name)]);
}

test.each([
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
])('%s asks only for metrics that exist: %s', (_name, expr) => {
  const words = expr.replace(/\{[^}]*\}/g, '').replace(/\b(?:by|without)\s*\([^)]*\)/g, '');
  const asked = [...words.matchAll(/\b([a-z][a-z0-9_]*)\b(?!\s*\()/g)].map(([, name = '']) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  );
  const names = asked.filter((name) => !/^\d|^[smhd]$/.test(name) && name !== 'by');
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(metrics()).toContain(name);
});

test('operations says of each alert what it means and what to do', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert } of rules) expect(text).toMatch(new RegExp(`^\\| \`${alert}\` \\|.{40,}\\|.{20,}\\|$`, 'm'));
});

test('what docker-compose.yml mounts is there', () => {
  const mounted = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/- (\.\/[^:\s]+):/g)].map(
    ([, path = '']) => path,
  );
  expect(mounted.length).toBeGreaterThan(4);
  for (const path of mounted) expect(existsSync(path), path).toBe(true);
});

test.runIf(promtool)('promtool: the rules alert where they should and nowhere else', () => {
  for (const args of [
    ['test', 'rules', `${folder}/alerts.test.yml`],
    ['check', 'config', `${folder}/prometheus.yml`],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
  }
});
