import { TRPCClientError } from '@trpc/client';
import { describe, expect, test, vi } from 'vitest';
import { errorText, loadErrorText, statusOf } from './errors.ts';
import { availabilityErrorText, bookingErrorText, fieldErrors, showFieldErrors } from './form-errors.ts';

/** The error of a call that the server answered with `detail`. */
function answered(detail: unknown, status = 409) {
  const message = typeof detail === 'string' ? detail : 'Validation failed';
  const error = { message, code: -32_603, data: { httpStatus: status, detail } };
  return TRPCClientError.from({ error });
}

/** The error of a call that was answered before it reached tRPC: by the rate limit or a proxy. */
function bare(status: number, body: unknown) {
  return TRPCClientError.from(new Error('Unable to transform response from server'), {
    meta: { response: new Response(null, { status }), responseJSON: body },
  });
}

const offline = TRPCClientError.from(new TypeError('Failed to fetch'));
const problems = [
  { loc: ['body', 'first_name'], msg: 'First name is required', type: 'too_small' },
  { loc: ['body', 'first_name'], msg: 'second', type: 'x' },
  { loc: ['body', 'phone_number'], msg: 'Enter a valid number', type: 'too_small' },
];

describe('login, waitlist and profile', () => {
  test.each([
    ['the detail', answered('Incorrect email or password', 401), 'Incorrect email or password'],
    ['the first field message', answered(problems, 422), 'First name is required'],
    ['the fallback', answered(undefined, 500), 'failed'],
    [
      'the detail of an answer that does not come from tRPC',
      bare(429, { detail: 'Too many requests.' }),
      'Too many requests.',
    ],
    ['the fallback for the error page of a proxy', bare(502, {}), 'failed'],
    ['the other text when there is no answer', offline, 'broken'],
    ['the other text for an exception in the client', new Error('x'), 'broken'],
  ])('%s', (_, error, text) => {
    expect(errorText(error, 'failed', 'broken')).toBe(text);
  });
});

test('loadErrorText: detail or message of an answer, else the fallback; without an answer the message of the error', () => {
  expect(loadErrorText(answered('Service temporarily unavailable', 503), 'Failed to load services.')).toBe(
    'Service temporarily unavailable',
  );
  expect(loadErrorText(bare(500, { message: 'Too bad' }), 'Failed to load services.')).toBe('Too bad');
  expect(loadErrorText(bare(500, {}), 'Failed to load services.')).toBe('Failed to load services.');
  expect(loadErrorText(offline, 'Failed to load services.')).toBe('Failed to fetch');
  expect(loadErrorText(new Error(''), 'x')).toBe('An unknown error occurred.');
  expect(loadErrorText('odd', 'x')).toBe('An unknown error occurred.');
});

test('availabilityErrorText has a text for a string, an array, another shape and no answer', () => {
  expect(availabilityErrorText(answered('Overlaps another window.'))).toBe('Overlaps another window.');
  expect(availabilityErrorText(answered(problems, 422))).toBe('First name is required');
  expect(availabilityErrorText(answered([], 422))).toBe('Something went wrong.');
  expect(availabilityErrorText(answered({ odd: true }))).toBe('Unexpected error from server.');
  expect(availabilityErrorText(offline)).toBe('Something went wrong.');
});

test('bookingErrorText says the detail, else the message, else the status; another text without an answer', () => {
  expect(bookingErrorText(answered('That time is no longer available.'))).toBe('That time is no longer available.');
  expect(bookingErrorText(bare(500, { message: 'Too bad' }))).toBe('Too bad');
  expect(bookingErrorText(bare(502, {}))).toBe('Request failed with status 502');
  expect(bookingErrorText(offline)).toBe('An unexpected error occurred.');
});

test('statusOf is the HTTP status, undefined without an answer', () => {
  expect([statusOf(answered('x', 404)), statusOf(bare(429, {})), statusOf(offline), statusOf(undefined)]).toEqual([
    404,
    429,
    undefined,
    undefined,
  ]);
});

describe('field messages', () => {
  test('fieldErrors returns the first message of each field', () => {
    expect(fieldErrors(answered(problems, 422))).toEqual({
      first_name: 'First name is required',
      phone_number: 'Enter a valid number',
    });
    expect(fieldErrors(answered('text'))).toEqual({});
  });

  test('showFieldErrors puts them at their fields, focuses the first, and returns false when one has no field', () => {
    const setError = vi.fn();
    expect(showFieldErrors(answered(problems, 422), ['last_name', 'first_name', 'phone_number'], setError)).toBe(true);
    expect(setError.mock.calls.map(([field, { message }, options]) => [field, message, options.shouldFocus])).toEqual([
      ['first_name', 'First name is required', true],
      ['phone_number', 'Enter a valid number', false],
    ]);
    expect(showFieldErrors(answered(problems, 422), ['first_name'], setError)).toBe(false);
    expect(showFieldErrors(offline, ['first_name'], setError)).toBe(false);
  });
});
