/** What happens to an appointment. */
export type Course =
  | 'completed'
  | 'confirmed'
  | 'pending'
  | 'cancelled by client'
  | 'cancelled by professional'
  /** Never answered, so the system cancels it. */
  | 'unanswered';

export type Story = {
  /** A key, of a guest the name. */
  client: string;
  /** Somebody without an account, whom the professional writes in. */
  guest?: { phone_number: string | null };
  /** Another time that the client asks for, and nobody has answered yet. */
  wants?: { day: number; at: number; message: string };
  professional: string;
  services: string[];
  /** Choices and extras of the one service, by name. */
  options?: string[];
  /** The professional's working day: 1 is the first after today, -1 the last before it. */
  day: number;
  /** Position among the slots of that day, from 0 to 1. */
  at: number;
  course: Course;
  notes?: string;
  reason?: string;
};

/** Appointments of Amara and Zuri, whose logins are printed first, so they are written by hand. */
export const stories: Story[] = [
  // Amara's coming appointments.
  {
    client: 'kofi',
    professional: 'amara',
    services: ['Cornrows'],
    day: 1,
    at: 0,
    course: 'confirmed',
    notes: 'Six, straight back, please.',
  },
  {
    client: 'zuri',
    professional: 'amara',
    services: ['Knotless Braids'],
    day: 2,
    at: 0,
    course: 'confirmed',
    notes: 'Shoulder length this time.',
    wants: { day: 9, at: 0, message: 'My sister’s train comes that morning. Would the week after be possible?' },
  },
  {
    client: 'niamh',
    professional: 'amara',
    services: ['Wash and Deep Treatment'],
    day: 3,
    at: 0.6,
    course: 'confirmed',
  },
  {
    client: 'niamh',
    professional: 'amara',
    services: ['Two-Strand Twists'],
    day: 4,
    at: 0.3,
    course: 'pending',
    notes: 'First time with twists. My curls are loose: will they hold?',
  },
  {
    client: 'zuri',
    professional: 'amara',
    services: ['Braid Take-Down', 'Wash and Deep Treatment'],
    day: 5,
    at: 0.7,
    course: 'pending',
  },
  {
    client: 'kofi',
    professional: 'amara',
    services: ['Knotless Braids'],
    day: 7,
    at: 0,
    course: 'pending',
    notes: 'For my sister’s wedding. Could we do copper at the ends?',
  },
  {
    client: 'kofi',
    professional: 'amara',
    services: ['Cornrows'],
    day: 6,
    at: 0.5,
    course: 'cancelled by client',
    reason: 'The match was moved to that afternoon.',
  },

  // Amara's past appointments.
  {
    client: 'niamh',
    professional: 'amara',
    services: ['Wash and Deep Treatment'],
    day: -1,
    at: 0.8,
    course: 'completed',
  },
  { client: 'kofi', professional: 'amara', services: ['Cornrows'], day: -2, at: 0.2, course: 'completed' },
  {
    client: 'zuri',
    professional: 'amara',
    services: ['Cornrows', 'Wash and Deep Treatment'],
    day: -4,
    at: 0.4,
    course: 'completed',
  },
  {
    client: 'kofi',
    professional: 'amara',
    services: ['Two-Strand Twists'],
    day: -6,
    at: 0.5,
    course: 'cancelled by professional',
    reason: 'A burst pipe has closed the shop for the day. I am so sorry: any evening next week is yours.',
  },
  { client: 'niamh', professional: 'amara', services: ['Cornrows'], day: -8, at: 0.9, course: 'cancelled by client' },
  {
    client: 'niamh',
    professional: 'amara',
    services: ['Wash and Deep Treatment'],
    day: -11,
    at: 0.1,
    course: 'completed',
  },
  { client: 'kofi', professional: 'amara', services: ['Cornrows'], day: -14, at: 0.7, course: 'completed' },
  {
    client: 'zuri',
    professional: 'amara',
    services: ['Knotless Braids'],
    day: -17,
    at: 0,
    course: 'completed',
    notes: 'Small at the front, please.',
  },

  // Who called Amara, or walked in.
  written('Tane Walker', '0412555010', ['Braid Take-Down'], { day: 1, at: 0.9 }),
  written('Bernadette Kelly', null, ['Wash and Deep Treatment'], { day: 3, at: 0.1 }),
  written('Tane Walker', '0412555010', ['Cornrows'], { day: -3, at: 0.5 }),
  written('Mrs Papadopoulos', '0398555020', ['Wash and Deep Treatment'], { day: -5, at: 0.3 }),

  {
    client: 'kofi',
    professional: 'dele',
    services: ['Skin Fade'],
    day: 6,
    at: 0.5,
    course: 'cancelled by client',
    reason: 'They gave me a double shift.',
  },

  // Zuri with other professionals.
  { client: 'zuri', professional: 'hodan', services: ['Scalp Reading'], day: 3, at: 0.5, course: 'confirmed' },
  {
    client: 'zuri',
    professional: 'siobhan',
    services: ['Curl Revival'],
    day: 6,
    at: 0.4,
    course: 'pending',
    notes: 'Between two sets of braids. Is four days of rest enough first?',
  },
  {
    client: 'zuri',
    professional: 'leilani',
    services: ['Classic Silk Press'],
    day: 8,
    at: 0.2,
    course: 'cancelled by client',
    reason: 'Rain all week.',
  },
  { client: 'zuri', professional: 'hodan', services: ['Steam and Oil Ritual'], day: -3, at: 0.6, course: 'completed' },
  { client: 'zuri', professional: 'siobhan', services: ['Dry Curl Cut'], day: -5, at: 0.3, course: 'unanswered' },
  {
    client: 'zuri',
    professional: 'siobhan',
    services: ['Fringe Between Cuts'],
    day: 7,
    at: 0.7,
    course: 'cancelled by client',
    reason: 'I grew to like it long.',
  },
  {
    client: 'zuri',
    professional: 'siobhan',
    services: ['Fringe Between Cuts'],
    day: -8,
    at: 0.6,
    course: 'cancelled by professional',
    reason: 'I burnt my hand on the steamer. So sorry.',
  },
  { client: 'zuri', professional: 'dele', services: ['Line-Up'], day: 5, at: 0.3, course: 'pending' },
  {
    client: 'zuri',
    professional: 'leilani',
    services: ['Classic Silk Press'],
    day: -9,
    at: 0.5,
    course: 'completed',
    notes: 'Low heat, please.',
  },
];

/** What was chosen of a service; planned last, so that the invented ones stay as they are. */
export const chosen: Story[] = [
  {
    client: 'zuri',
    professional: 'amara',
    services: ['Knotless Braids to Order'],
    options: ['Medium', 'Armpit', 'Braiding hair'],
    day: 8,
    at: 0,
    course: 'confirmed',
    notes: 'Honey at the ends, if you have it.',
  },
  {
    client: 'kofi',
    professional: 'dele',
    services: ['Cut by Length'],
    options: ['Medium', 'Wash'],
    day: 3,
    at: 0.5,
    course: 'pending',
  },
  {
    client: 'niamh',
    professional: 'wanjiru',
    services: ['Retwist by Weeks'],
    options: ['5 to 8 weeks', 'Clarifying wash'],
    day: 2,
    at: 0.4,
    course: 'confirmed',
  },
];

/** Notes of clients, for any service. */
export const smallNotes = [
  'Running from work, I may be five minutes late.',
  'Same as last time, please.',
  'Is there parking behind the shop?',
  'I will bring a photograph.',
  'Sensitive scalp on the left side.',
  'Quiet appointment, if that is all right.',
  'My first visit. A friend sent me.',
  'Could you leave the length?',
];

/** Reasons of professionals who cancel. */
export const apologies = [
  'Sick child at home. I will make it up to you.',
  'The power is out on the whole street.',
  'I double-checked my stock and the colour has not arrived.',
];

function written(
  client: string,
  phone_number: string | null,
  services: string[],
  { day, at }: { day: number; at: number },
): Story {
  const course = day > 0 ? 'confirmed' : 'completed';
  return { client, guest: { phone_number }, professional: 'amara', services, day, at, course };
}
