import { expect, test } from 'vitest';
import { dialled, hasLetter, nameOf, namePattern, newClientChecks, phoneDigits } from './person.ts';

test.each([
  "Ng'ang'a",
  'Adébáyọ̀',
  'Fa\u2018afetai',
  'Fa\u02bbafetai',
  'O\u02bcBrien',
  'O\u2032Brien',
  'Mary\u2011Jane',
  'Mary\u2010Jane',
  'De\u00a0La Cruz',
  'Gal·la',
  'צ׳כוב',
  'רמב״ם',
  'می\u200cنا',
  'ක්\u200dරිෂාන්',
  '葛\u{e0100}西',
  'J. R.',
])('%j is a name, kept as it was typed', (name) => {
  expect([nameOf(name), namePattern.test(name), hasLetter(name)]).toEqual([name, true, true]);
});

test.each([
  ['\u2067عائشة\u2069', 'عائشة'],
  ['\ufeffZoë\u200f Adjei\u202c', 'Zoë Adjei'],
  ['\u200dZoë\u200c Adjei\u200d', 'Zoë Adjei'],
  ['\u00a0 Zoë ', 'Zoë'],
  ['Zoë\ufe0f 1\ufe0f\u20e3', 'Zoë 1'],
  ['\u3164Zoë\u115f', 'Zoë'],
])('of the name %j nothing stays that nobody sees', (typed, kept) => {
  expect(nameOf(typed)).toBe(kept);
});

test.each(['-', "'", '. .', '\u02bb', '\u200d', '\u0301', '\u3164', '\ufe0f'])('%j is no name', (typed) => {
  expect(newClientChecks.first_name(typed)).toBe('First name is required');
});

test.each(['Zuri 2', 'R2D2', '54', 'a@b', 'Nia "Curls"', 'a_b'])('%j is refused as a name', (typed) => {
  expect(newClientChecks.first_name(typed)).toBe('First name should not contain numbers');
});

test.each([
  ['+61 (4) 00-111', '61400111'],
  ['\u202a+61 412 345 678\u202c', '61412345678'],
  ['0412\u2011345\u2010678', '0412345678'],
  ['0412 345–678', '0412345678'],
  ['0412\u200b345\u00a0678', '0412345678'],
  ['0412.345.678', '0412345678'],
  ['(03) 9123 4567', '0391234567'],
  ['(0)412 345 678', '0412345678'],
  ['+61 (0)412 345 678', '61412345678'],
  ['61 (0) 412 345 678', '61412345678'],
  ['+61 0412 345 678', '61412345678'],
  ['+44 (0)20 7946 0958', '442079460958'],
  ['+39 06 698 1234', '39066981234'],
  ['0061 412 345 678', '61412345678'],
  ['0011 64 21 123 456', '6421123456'],
  ['６１４１２３４５６７８', '61412345678'],
  ['0412 345 678 x2', '0412345678x2'],
  ['١٢٣٤٥٦', '١٢٣٤٥٦'],
  ['04+12', '04+12'],
  [' ', ''],
])('the number %j is kept as %s', (typed, kept) => {
  expect(phoneDigits(typed)).toBe(kept);
});

test.each([
  ['0412345678', '0412345678'],
  ['61412345678', '+61412345678'],
  ['610412345678', '+61412345678'],
  ['0061412345678', '+61412345678'],
  ['6421123456', '+6421123456'],
  ['12125551234', '+12125551234'],
  ['1300123456', '1300123456'],
  ['131450', '131450'],
  ['91234567', '91234567'],
])('%s is dialled as %s', (number, called) => {
  expect(dialled(number)).toBe(called);
});
