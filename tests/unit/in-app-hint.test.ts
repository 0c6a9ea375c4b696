import { expect, test } from 'vitest';
import { appIn } from '#client/ui/in-app-hint.tsx';
import { userAgents } from '../e2e/app-browsers.ts';

test('the browsers of Instagram, Facebook and TikTok are known, and no other', () => {
  for (const [app, userAgent] of Object.entries(userAgents)) expect(appIn(userAgent)).toBe(app);
  for (const userAgent of [
    '[FBAN/FBIOS;FBAV/540.0.0.43.113;FBBV/7]',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) musical_ly_42.1.0 JsSdk/2.0',
  ])
    expect(appIn(userAgent)).toMatch(/^(Facebook|TikTok)$/);
  for (const userAgent of [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  ])
    expect(appIn(userAgent)).toBeUndefined();
});
