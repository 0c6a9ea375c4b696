import { expect } from 'vitest';
import type { TestApp } from './app.ts';

type Where = { app?: TestApp; from?: string };
type Session = { access_token: string; token_type: string; expires_at: string };
type CodeAnswer = { status: number; body: Session & { detail: unknown } };

export const wrongCode = { status: 401, body: { detail: 'That code is not right, or no longer valid.' } };
export const names = { first_name: 'Ngaio', last_name: 'Hall' };

let made = 0;
/** An address that no test has used. */
export const newAddress = () => `somebody-${++made}@codes.example`;

/** Asks for codes and uses them over REST; by default from an address of the documentation's network. */
export function useCodes(t: TestApp) {
  async function post(url: string, payload: object, { app = t, from = '198.51.100.1' }: Where) {
    const answer = await app.app.inject({ method: 'POST', url, payload, remoteAddress: from });
    return { status: answer.statusCode, body: answer.json() };
  }

  /** Asks for a code to log in; returns the attempt. */
  async function ask(email: string, { attempt, ...where }: Where & { attempt?: string } = {}): Promise<string> {
    const { status, body } = await post('/login/code', { email, attempt }, where);
    expect(status).toBe(202);
    return body.attempt;
  }

  const verify = (attempt: string, code: string, { given = {}, ...where }: Where & { given?: object } = {}) =>
    post('/login/code/verify', { attempt, code, ...given }, where) as Promise<CodeAnswer>;

  /** The codes that were mailed to an address, the oldest first. */
  async function codesTo(email: string, app = t): Promise<string[]> {
    await app.drain();
    return app.inbox.to(email).flatMap(({ subject }) => /^\d{6}(?= )/.exec(subject)?.[0] ?? []);
  }

  /** The last code that was mailed to an address. */
  async function codeTo(email: string, app = t): Promise<string> {
    return (await codesTo(email, app)).at(-1) ?? expect.fail(`no code was mailed to ${email}`);
  }

  /** Asks for a code and reads it. */
  async function mailed(email: string, where: Where & { attempt?: string } = {}) {
    const attempt = await ask(email, where);
    return { attempt, code: await codeTo(email, where.app) };
  }

  /** Somebody who signed up with a code, and has no password. */
  async function newcomer(email = newAddress(), where: Where = {}) {
    const { attempt, code } = await mailed(email, where);
    const { status, body } = await verify(attempt, code, { given: names, ...where });
    expect(status).toBe(201);
    return { email, token: body.access_token };
  }

  return { post, ask, verify, codesTo, codeTo, mailed, newcomer };
}

/** Another code than this. */
export const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
