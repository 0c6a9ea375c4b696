import { describe, expect, test } from 'vitest';
import { type Choices, choicesOf, detailsStep, servicesStep, stateOf, timeStep } from './choices.ts';

const choices: Choices = {
  serviceIds: ['a', 'b'],
  optionIds: ['o', 'x'],
  professionalId: 'p',
  slotStart: '2026-11-26T22:30:00.000Z',
  availabilityId: 'w',
};
const queryOf = (address: string) => new URLSearchParams(address.split('?')[1]);

describe('choices', () => {
  test.each([
    ['the services', servicesStep(choices)],
    ['the times', timeStep(choices)],
    ['the details', detailsStep(choices)],
  ])('are restored from the address of %s alone', (_, address) => {
    expect(choicesOf({ serviceId: 'a', professionalId: 'p' }, queryOf(address), null)).toEqual(choices);
  });

  test('are restored from the navigation state alone', () => {
    expect(choicesOf({ serviceId: 'a' }, new URLSearchParams(), stateOf(choices))).toEqual(choices);
  });

  test('fall back on the services of the path, which may be a list', () => {
    expect(choicesOf({ serviceId: 'a,b, b,' }, new URLSearchParams(), null).serviceIds).toEqual(['a', 'b']);
  });

  test('accept lists with commas and repeated names', () => {
    const ids = (query: string) => choicesOf({}, new URLSearchParams(query), null).serviceIds;
    expect(ids('service_ids=a,b')).toEqual(['a', 'b']);
    expect(ids('service_ids=a&service_ids=b,c')).toEqual(['a', 'b', 'c']);
  });

  test('accept a start with any offset, also with an unescaped plus sign, and ignore one that is no instant', () => {
    const at = (slot: string) => choicesOf({}, new URLSearchParams(`slot_start=${slot}`), null).slotStart;
    expect(at('2026-11-27T09:30:00+11:00')).toBe('2026-11-26T22:30:00.000Z');
    expect(at('2026-11-27T09:30:00%2B11:00')).toBe('2026-11-26T22:30:00.000Z');
    expect(at('tomorrow')).toBe('');
  });

  test('hold at most ten services, and ignore a navigation state of another shape', () => {
    const many = Array.from({ length: 12 }, (_, index) => `s${index}`).join();
    expect(choicesOf({}, new URLSearchParams(`service_ids=${many}`), null).serviceIds).toHaveLength(10);
    for (const state of [
      'text',
      7,
      { selectedServices: 'a', slotStart: 5, professionalId: {} },
      { selectedServices: [1, null] },
    ]) {
      expect(choicesOf({ serviceId: 'a' }, new URLSearchParams(), state)).toEqual({
        serviceIds: ['a'],
        optionIds: [],
        professionalId: '',
        slotStart: '',
        availabilityId: '',
      });
    }
  });
});
