/** Roles (specification 1, 6). */
export const roles = ['client', 'professional', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The fixed catalogue (specification 3). */
export const specializations = [
  { id: 1, name: 'Barber' },
  { id: 2, name: 'Braider' },
  { id: 3, name: 'Colorist for Textured Hair' },
  { id: 4, name: 'Curl Specialist' },
  { id: 5, name: 'Loctician' },
  { id: 6, name: 'Natural Hair Stylist' },
  { id: 7, name: 'Scalp Care Specialist' },
  { id: 8, name: 'Silk Press Specialist' },
  { id: 9, name: 'Weave and Wig Specialist' },
] as const;

export const professionalTypes = ['barber', 'hairdresser'] as const;
export type ProfessionalType = (typeof professionalTypes)[number];

/** Categories of the browse filter (specification 9). */
export const filterCategories = [
  'Cuts and Trims',
  'Styling',
  'Protective Styles',
  'Loc Services',
  'Weaves and Wigs',
  'Treatment',
  'Color',
  'Other',
] as const;

/** Categories of a service (contract 3); the form offers all of them. */
export const serviceCategories = ['Haircut', 'Braids', ...filterCategories] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

export function isServiceCategory(name: string): name is ServiceCategory {
  return (serviceCategories as readonly string[]).includes(name);
}

/** What a filter offers: its own categories, and the one that an address asks for. */
export function offeredCategories(chosen: string): readonly string[] {
  return chosen && !(filterCategories as readonly string[]).includes(chosen)
    ? [...filterCategories, chosen]
    : filterCategories;
}

/** Categories that a filter finds when it finds more than itself (contract 3). */
const categoryAliases: Partial<Record<string, readonly ServiceCategory[]>> = {
  'Cuts and Trims': ['Cuts and Trims', 'Haircut'],
  'Protective Styles': ['Protective Styles', 'Braids'],
};

/** The categories that a filter finds; an unknown one finds nothing. */
export function categoriesOf(filter: string): readonly string[] {
  return categoryAliases[filter] ?? [filter];
}

/** Statuses of a booking (specification 4). */
export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** Image types and their labels (specification 3). */
export const imageTypes = {
  homepage_carousel: 'Homepage Carousel',
  founder: 'Founder',
  service: 'Service',
  other: 'Other',
} as const;
export type ImageType = keyof typeof imageTypes;

/**
 * How many different words of a search count, from how many letters on a word is found anywhere, not only where a word
 * begins, and from how many on with a typing error (contract 3).
 */
export const searchBounds = { words: 6, anywhereFrom: 3, errorFrom: 4 } as const;

/** How far around a point is searched (contract 3), kilometres. */
export const searchRadiusKm = { min: 1, max: 200, usual: 25 } as const;

/** The longest range in which somebody is to be free, and how far ahead it may end (contract 3), days. */
export const slotRange = { maxDays: 14, aheadDays: 60 } as const;

/** So many slots stand on a card of a search by time. */
export const slotsShown = 3;

/** Most localities of an answer (contract 3). */
export const localityBounds = { suggested: 10 } as const;

/** Lengths of what people enter (contract 2, specification 9), UTF-16 units. */
export const lengths = {
  name: { min: 1, max: 100 },
  serviceName: { min: 2, max: 100 },
  waitlistName: { min: 2, max: 100 },
  location: { min: 2, max: 200 },
  address: { min: 5, max: 200 },
  accessNote: { max: 500 },
  search: { max: 100 },
  bio: { max: 2_000 },
  description: { max: 2_000 },
  preparation: { max: 2_000 },
  clientNotes: { max: 2_000 },
  feedbackComment: { max: 2_000 },
  bookingNotes: { max: 10_000 },
  cancelReason: { max: 500 },
  cancellationPolicy: { max: 1_000 },
  rescheduleMessage: { max: 500 },
  listNote: { max: 500 },
  contactNotes: { max: 5_000 },
  declineReason: { max: 500 },
  waitlistNote: { max: 2_000 },
  reviewText: { max: 2_000 },
  reviewReply: { max: 1_000 },
  reportReason: { min: 3, max: 500 },
  messageText: { min: 1, max: 2_000 },
  quoteNote: { max: 500 },
  payToName: { min: 2, max: 140 },
  businessName: { max: 100 },
  alt: { max: 300 },
  caption: { max: 300 },
  phone: { min: 6, max: 20 },
  email: { max: 254 },
  url: { max: 2_048 },
  password: { min: 8, max: 128 },
  idempotencyKey: { min: 1, max: 255 },
} as const;

/**
 * The length in which a text of at most `max` is taken to be read at all: blanks around it and marks that nobody sees,
 * which are taken off it, are no part of its own.
 */
export const rawLength = (max: number) => 4 * max + 1_000;

/**
 * Numbers that people and callers enter (contract 2, specification 9): durations, buffer and notice in minutes, prices
 * in dollars.
 */
export const limits = {
  duration: { min: 15, max: 1_440 },
  price: { min: 5, max: 10_000 },
  experienceYears: { min: 0, max: 50 },
  depositPercent: { min: 0, max: 100 },
  bufferMinutes: { min: 0, max: 240 },
  minNoticeMinutes: { min: 0, max: 43_200 },
  cancellationCutoffHours: { min: 0, max: 168 },
  writeInPrice: { min: 0, max: 100_000 },
  skip: { min: 0, max: 10_000 },
  limit: { min: 1, max: 100 },
} as const;

/** Entries of a page when the caller names no `limit` (contract 2): of the five search lists, and of all others. */
export const pageSizes = { search: 20, other: 100 } as const;

/** Largest bodies (contract 2), bytes. */
export const bodySizes = {
  json: 100 * 1024,
  image: 10 * 1024 * 1024,
  contacts: 5 * 1024 * 1024,
  vcards: 20 * 1024 * 1024,
} as const;

/** The default time zone (contract, introduction). */
export const defaultTimeZone = 'Australia/Melbourne';

/** Contact address in the footer and both policies. */
export const contactEmail = 'hello@saluni.example';

/** Intervals between slots that a professional may choose (contract 3), minutes. */
export const slotIntervals = [15, 30, 60] as const;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Length of a slot when no service is chosen (contract 5), minutes. */
export const defaultSlotMinutes = 30;
/** Range of listed slots by default, and the longest that a call may ask for (contract 3), days. */
export const slotHorizonDays = 60;
export const slotRangeMaxDays = 62;

/** Bounds of what a client tells of their hair (contract 23); minutes that looks are one, days that they are kept. */
export const hairBounds = {
  pictures: 6,
  events: 60,
  eventNote: 200,
  note: 1_000,
  lengthCm: 200,
  healthNote: 500,
  patchTests: 20,
  product: { min: 1, max: 100 },
  sharedDays: 30,
  readingMinutes: 60,
  readingDays: 365,
} as const;

/** Most reports of reviews by one person in an hour (contract 14). */
export const reportsAnHour = 20;

/** Bounds of messages (contract 15); minutes in which one can be deleted, new requests of a client in 24 hours. */
export const messageBounds = { pictures: 4, deleteMinutes: 15, requestsADay: 5, reported: 50, mailed: 10 } as const;

/** The cheapest and the shortest quote, dollars and minutes, and how long one is open (contract 22). */
export const quoteBounds = { price: { min: 0.01 }, minutes: { min: 5 }, openHours: 168 } as const;

/** The longer side of a message's picture, pixels. */
export const messagePictureSizes = { small: 480, large: 1_600 } as const;

/** Most days that figures of the business are asked for at once (contract 19): a leap year. */
export const insightDays = 366;

/** How far ahead lists look for the next free slot (contract 3), days. */
export const nextFreeDays = 14;

/** Most services in one booking and in one query for slots (contract 5). */
export const maxServicesPerBooking = 10;

/** Bounds of what a service is made of (contract 21): dollars, minutes, centimetres of hair that is stretched. */
export const serviceParts = {
  name: { min: 1, max: 40 },
  axes: { min: 1, max: 2 },
  choices: { min: 2, max: 8 },
  extras: 12,
  extraPrice: { min: 0, max: 10_000 },
  extraMinutes: { min: 0, max: 480 },
  prepare: 8,
  prepareText: { min: 1, max: 120 },
  lengthCm: { min: 1, max: 100 },
  /** Of a call for a visit. */
  options: 60,
} as const;

export const axisKinds = ['size', 'length', 'count', 'weeks', 'other'] as const;
export const extraKinds = [
  'takedown',
  'wash',
  'detangle',
  'blow_dry',
  'hair',
  'beads',
  'boho',
  'colour',
  'treatment',
  'other',
] as const;
export const hairKinds = ['included', 'bring', 'sold'] as const;
export const prepareKinds = ['do', 'bring', 'avoid'] as const;

/**
 * Most pending bookings of one client (contract 5), and of the new clients of one network, who signed themselves up,
 * with one professional (contract 11).
 */
export const pendingCap = { withOneProfessional: 5, inAll: 10, ofNewClients: { ahead: 10, hours: 12 } } as const;
/**
 * For so many days after they signed themselves up clients count together with those of their network (contract 11).
 */
export const newClientDays = 7;

/** Most pictures of a professional's work, and of one service (contract 3). */
export const pictureBounds = { work: 24, ofService: 3 } as const;

/** Most services of a professional, and most of them in one answer (contract 3). */
export const serviceBounds = { most: 200, limit: 200 } as const;

/** Most favourites of a client, all of them in one answer. */
export const favouriteBounds = { most: 200 } as const;

/** So many weeks after a visit its client can be told that the next one is due. */
export const dueWeeks = { min: 1, max: 26 } as const;

/** When a professional opens months: on a day that each month has, so many months ahead; most reminders of a client. */
export const booksOpenBounds = { day: { min: 1, max: 28 }, months: { min: 1, max: 3 }, reminders: 50 } as const;

/** Bounds of a professional's handle (contract 10), and how many changes of it so many days may have. */
export const handleBounds = { min: 3, max: 30, changes: 3, days: 30 } as const;

/** How often in 24 hours an address may change that clients are told of, and how soon they are (contract 28). */
export const placeBounds = { changesADay: 5, toldAfterMinutes: 5 } as const;

/** Bounds of a window (contract 3; reliability B15). */
export const windowBounds = { minMinutes: 15, maxHours: 24, maxDaysAhead: 366, maxFuture: 500 } as const;

/** States and territories, by whose public holidays a professional may be closed (contract 8). */
export const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type State = (typeof states)[number];

/** Bounds of hours as rules, and of dates of their own (contract 8); times in minutes, lengths in UTF-16 units. */
export const hoursBounds = {
  schedules: 8,
  intervalsADay: 6,
  everyWeeks: { min: 1, max: 8 },
  minMinutes: 15,
  stepMinutes: 5,
  firstDate: '2000-01-01',
  lastDate: '2100-12-31',
  /** How far ahead a date may have hours of its own, and how many days one call lists. */
  daysAhead: 366,
  listedDays: 367,
  note: 200,
  horizonDays: { min: 1, max: 365 },
  holidayYears: { min: 2020, max: 2050 },
} as const;

/** Bounds of time off (contract 8). */
export const timeOffBounds = { minMinutes: 5, maxDays: 366, maxDaysAhead: 366, maxAhead: 200, reason: 200 } as const;

/** Shortest part of a service before, during and after its processing time (contract 8), minutes. */
export const processingMinMinutes = 5;

/** Windows with slots, and dates with hours of their own, in one answer, by default and at most (contract 8). */
export const longListSize = 1_000;

/** Bounds of requests for another time (contract 9). */
export const rescheduleBounds = { asksAnHour: 5, maxDaysAhead: 366 } as const;

/**
 * Bounds of the cancellation list (contract 12): windows of an entry, how far ahead they begin and how long they last,
 * entries of one client, offers that the system makes to an entry in a day, and those in a row that expire unanswered.
 */
export const listBounds = {
  windows: 5,
  maxDaysAhead: 62,
  windowDays: 62,
  withOneProfessional: 3,
  inAll: 10,
  offersADay: 6,
  offersByHandAnHour: 5,
  unanswered: 3,
} as const;

/** Bounds of bookings that are written in (contract 9): when they begin, and the mails that they cause in a day. */
export const writeInBounds = { maxHoursAgo: 4, maxDaysAhead: 366, mailsADay: 20 } as const;

/** Bounds of standing appointments (contract 17). */
export const seriesBounds = {
  everyWeeks: { min: 1, max: 12 },
  visits: { min: 2, max: 26 },
  maxDaysAhead: 366,
} as const;

/** Bounds of contacts' files (contract 18): records, what is shown of them, contacts in all, imports in an hour. */
export const importBounds = { rows: 5_000, shown: 10, contacts: 20_000, anHour: 20, dryRunsAnHour: 60, undoDays: 7 };

/** Bounds of calendars elsewhere (contract 18); sizes in bytes, times in milliseconds. */
export const busyCalendarBounds = {
  most: 5,
  name: { min: 1, max: 100 },
  days: 62,
  refreshesAnHour: 60,
  triesAnHour: 20,
  bytes: 2 * 1024 * 1024,
  events: 5_000,
  times: 5_000,
  redirects: 5,
  fetchMs: 10_000,
  toldAfterHours: 24,
} as const;

/** Most payments that are written down of a booking, and most receipts of one (contract 26). */
export const paymentBounds = { most: 6, receipts: 5, unpaid: 100 } as const;

/** For how long after its end a visit can be marked as missed (contract 9), days. */
export const missedDays = 30;

/** Speed of the landing page's carousel (specification 9), CSS pixels a second. */
export const carouselSpeed = 15;

/** Delays of the screens (specification 9), milliseconds. */
export const delays = {
  afterProfileSave: 1000,
  toast: 5000,
  /** Of a toast that offers to undo, or asks for something: longer, as it may be the only way. */
  undo: 10_000,
  toastError: 4000,
  toastSuccess: 2000,
} as const;

/** Why a call is refused: `error.data.reason` over tRPC, for screens that do more than show the text. */
export type RefusalReason =
  | 'slot_taken'
  | 'service_not_offered'
  | 'price_changed'
  | 'not_offered_like_that'
  | 'deposit_changed'
  | 'too_many_pending'
  | 'bookings_ahead'
  | 'free_now'
  | 'wrong_password'
  | 'wrong_code';
