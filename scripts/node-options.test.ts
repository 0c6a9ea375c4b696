import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

test('the image runs Node with the options of `npm start`, which bound its memory', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8');
  const [, command = '[]'] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
  const [, node, ...options] = packageJson.scripts.start.split(' ').slice(0, -1);
  expect(options.join(' ')).toMatch(/--max-semi-space-size=\d+ --max-old-space-size=\d+/);
  expect(JSON.parse(command).slice(0, -1)).toEqual([node, ...options]);
});
