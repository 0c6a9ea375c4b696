import type { Role } from './constants.ts';

/** What server and client know about a page. */
interface Page {
  /** In React Router's syntax. Each parameter is optional, as a screen says itself what is missing (contract 6). */
  path: string;
  /** Title of the document, before the product's name. A screen may show the name of its subject instead. */
  title: string;
  /** Who may see it (specification 6); without it, everybody. */
  roles?: readonly Role[];
  /** Where it is rendered first (contract 10): a page of the server's is the same for everybody. */
  rendering: 'server' | 'browser';
  /**
   * Whether search engines may show it: `sitemap` for a page whose one address is in the sitemap, `each` for one whose
   * addresses are there for what is visible.
   */
  found?: 'sitemap' | 'each';
  /**
   * How many requests one request for the page counts as, in the limit of its sender's address (RATE_LIMIT_PER_MINUTE).
   */
  rate: number;
  /** Whether its address carries a single-use token: see `carriesToken`. */
  secret?: true;
  /** The parameters of the address that a page of the server's depends on. */
  query?: readonly string[];
}

type Others = Partial<Pick<Page, 'roles' | 'rendering' | 'found' | 'secret' | 'query'>>;

function page<Path extends string>(path: Path, title: string, others: Others = {}): Page & { path: Path } {
  return { path, title, rendering: 'browser', rate: 1, ...others };
}

const fixed: Others = { rendering: 'server', found: 'sitemap' };
const each: Others = { rendering: 'server', found: 'each' };
/** What the find bar and the browse screens filter by; `when` is of the form without JavaScript. */
const filters: readonly string[] = [
  ...['search', 'category', 'specialization_names', 'location', 'near', 'radius_km', 'free_from', 'free_to'],
  ...['price_min', 'price_max', 'duration_max', 'rating_min', 'place_kind', 'facts', 'sort', 'pages', 'skip', 'when'],
  ...['technique', 'texture'],
];
const choices: readonly string[] = ['service_ids', 'option_ids', 'slot_start', 'availability_id', 'quote_id'];
const professional: Others = { roles: ['professional'] };
const client: Others = { roles: ['client'] };
const everyRole: Others = { roles: ['client', 'professional', 'admin'] };

/** All pages (specification 2, contract 6). */
export const pages = {
  home: page('/', 'Book somebody who knows your hair', { ...fixed, query: filters }),
  login: page('/login', 'Log in'),
  browseServices: page('/browse-services', 'Services', { ...fixed, query: filters }),
  browseProfessionals: page('/browse-professionals', 'Professionals', { ...fixed, query: filters }),
  termsOfUse: page('/terms-of-use', 'Terms of Use', fixed),
  privacyPolicy: page('/privacy-policy', 'Privacy Policy', fixed),
  pickBookingTime: page('/pick-booking-time/:serviceId?/:professionalId?', 'Select a Time', {
    rendering: 'server',
    query: choices,
  }),
  waitlistSignup: page('/waitlist-signup', 'Join the beta', fixed),
  forgotPassword: page('/forgot-password', 'Forgot your password?'),
  resetPassword: page('/reset-password', 'Choose a new password', { secret: true }),
  acceptInvite: page('/accept-invite', 'Set up your account', { secret: true }),
  verifyEmail: page('/verify-email', 'Verify your email', { secret: true }),
  confirmEmail: page('/confirm-email', 'Confirm your new email', { secret: true }),
  accountDeleted: page('/account-deleted', 'Your account is deleted'),
  undoEmail: page('/undo-email', 'Take your email back', { secret: true }),
  keepPayTo: page('/keep-pay-to', 'Keep where deposits go', { secret: true }),
  unsubscribe: page('/unsubscribe', 'Unsubscribe', { secret: true }),
  thankYou: page('/thank-you', 'Email verified'),
  unauthorized: page('/unauthorized', '403 - Unauthorized'),
  publicProfessional: page('/public-professional-page/:professionalId?/:slug?', 'Professional', {
    ...each,
    query: ['search'],
  }),
  serviceDetails: page('/service-details/:serviceId?/:slug?', 'Service', { ...each, query: choices }),
  embed: page('/embed/:handle?', 'Book a time', { rendering: 'server' }),
  find: page('/find/:specialization?/:city?', 'Find', { ...each, query: ['skip'] }),
  adminDashboard: page('/admin-dashboard', 'Admin dashboard', { roles: ['admin'] }),
  adminUpload: page('/admin-upload', 'Upload images', { roles: ['admin'] }),
  professionalDashboard: page('/professional-dashboard', 'Dashboard', { roles: ['professional', 'admin'] }),
  calendar: page('/calendar', 'Calendar', professional),
  ownServices: page('/my-services', 'Your services', professional),
  more: page('/more', 'More', professional),
  poster: page('/poster', 'Poster and card', professional),
  editProfessionalProfile: page('/edit-professional-profile', 'Edit Profile', professional),
  ownPictures: page('/my-pictures', 'Your pictures', professional),
  createService: page('/create-service', 'Create a service', professional),
  editService: page('/edit-service/:id?', 'Edit Service', professional),
  setHours: page('/set-hours', 'Your hours', professional),
  setAvailability: page('/set-availability', 'Create Availability', professional),
  editAvailability: page('/edit-availability/:id?', 'Edit Availability', professional),
  clientProfile: page('/client-profile', 'My bookings', client),
  clientPublicProfile: page('/client-public-profile/:clientId?', 'Client Profile', everyRole),
  editClientProfile: page('/edit-client-profile', 'Edit Profile', client),
  myHair: page('/my-hair/:part?', 'My Hair', client),
  addMoreServices: page('/add-more-services/:serviceId?/:professionalId?', 'Select Additional Services', client),
  confirmBooking: page('/confirm-booking/:serviceId?', 'Confirm Your Appointment', client),
  bookingConfirmed: page('/booking-confirmed/:bookingId?', 'Your booking', client),
  bookingDetails: page('/booking-details/:bookingId?', 'Booking Details', everyRole),
  changeTime: page('/change-time/:bookingId?', 'Change time', { roles: ['client', 'professional'] }),
  writeIn: page('/write-in', 'Add booking', professional),
  opening: page('/opening/:openingId?', 'A time for you', client),
  receipt: page('/receipt/:bookingId?', 'Receipt', { roles: ['client', 'professional'] }),
  review: page('/your-review/:bookingId?', 'Your review', client),
  ownDeposits: page('/my-deposits', 'Deposits', professional),
  myReviews: page('/my-reviews', 'Your reviews', professional),
  insights: page('/my-insights', 'Your insights', professional),
  messages: page('/messages/:threadId?', 'Messages', { roles: ['client', 'professional'] }),
  contacts: page('/my-contacts', 'Your clients', professional),
  importContacts: page('/bring-clients', 'Bring your clients', professional),
  contact: page('/my-contact/:contactId?', 'Client', professional),
  updateBooking: page('/booking/:bookingId?/update', 'Update Booking', everyRole),
  notifications: page('/notifications', 'Notifications', everyRole),
  settings: page('/settings', 'Settings', everyRole),
};
export type PageName = keyof typeof pages;
/** Pages of one address each, in the sitemap. */
export const sitemapPageNames = [
  'home',
  'browseServices',
  'browseProfessionals',
  'waitlistSignup',
  'termsOfUse',
  'privacyPolicy',
] as const;
/** Of the answer to any other path (specification 2). */
export const notFoundTitle = '404 - Page Not Found';

const parameter = /\/:(\w+)\?/g;
type Parameters<Path> = Path extends `${string}/:${infer Name}?${infer Rest}`
  ? (Name extends 'slug' ? { slug?: string } : Record<Name, string>) & Parameters<Rest>
  : unknown;
type Given<Path> = Path extends `${string}:${string}` ? [Parameters<Path>] : [];

/** Returns the path of a page: `pagePath('bookingDetails', { bookingId })`. An empty parameter is left out. */
export function pagePath<Name extends PageName>(name: Name, ...[given]: Given<(typeof pages)[Name]['path']>): string {
  const values = new Map<string, string>(Object.entries(given ?? {}));
  return pages[name].path.replace(parameter, (_, key: string) => {
    const value = values.get(key);
    return value ? `/${encodeURIComponent(value)}` : '';
  });
}

const patterns = Object.entries(pages).map(([name, { path }]) => ({
  name: name as PageName,
  pattern: new RegExp(`^${path === '/' ? '' : path.replace(parameter, '(?:/(?<$1>[^/]+))?')}/?$`, 'i'),
}));

/** Returns the page at a path, with its parameters as they stand there; undefined where there is none. */
export function pageAt(pathname: string): { name: PageName; params: Record<string, string | undefined> } | undefined {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { name, params: match.groups ?? {} };
  }
  return undefined;
}

/**
 * One address for all that show the same page: without a slug, in lower case, with the parameters that the page knows,
 * sorted.
 */
export function pageAddress(address: string): string {
  const [path = '/', query = ''] = address.split(/\?(.*)/s);
  const found = pageAt(path);
  if (!found) return path;
  const { query: known = [], path: template }: Page = pages[found.name];
  const own = template.replace(parameter, (_, key: string) => {
    const value = key === 'slug' ? undefined : found.params[key];
    return value ? `/${value.toLowerCase()}` : '';
  });
  const parameters = new URLSearchParams(
    [...new URLSearchParams(query)].filter(([name, value]) => known.includes(name) && value !== ''),
  );
  parameters.sort();
  return parameters.size > 0 ? `${own}?${parameters}` : own;
}

/** The title of the page at a path, as far as it is known before its data. */
export function titleAt(pathname: string): string | undefined {
  const found = pageAt(pathname);
  return found && pages[found.name].title;
}

/** Whether other sites may show the page at a path in theirs: it knows nobody, keeps nothing and changes nothing. */
export function isFramed(pathname: string): boolean {
  return pageAt(pathname)?.name === 'embed';
}

/**
 * Whether an address, `/path?query`, holds a mailed token. Such a page sends no referrer, and has no script of others,
 * which could read the address; so has any page whose query names a `token`, known or not.
 */
export function carriesToken(address: string): boolean {
  const [path = '/', query = ''] = address.split(/\?(.*)/s);
  const found = pageAt(path);
  return (found !== undefined && pages[found.name].secret === true) || new URLSearchParams(query).has('token');
}
