import type { BreadcrumbList, HairSalon, Service as ServiceData, WebSite, WithContext } from 'schema-dts';
import type { Locality } from '#server/search/gazetteer.ts';
import { isServiceCategory, specializations } from '#shared/constants.ts';
import { findPageOf } from '#shared/find-pages.ts';
import { escapeHtml } from '#shared/html.ts';
import { skipIn } from '#shared/page-skip.ts';
import { type PageName, pagePath, pages } from '#shared/pages.ts';
import type { Profile } from '#shared/professionals.ts';
import { professionalPath, servicePath } from '#shared/public-addresses.ts';
import { scriptJson } from '#shared/rendering.ts';
import type { PublicReview } from '#shared/reviews.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { Service } from '#shared/services.ts';
import { spelled } from '#shared/spelled.ts';

/** What the head of a rendered page says of it (contract 10). */
export type Subject = {
  name: PageName;
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  title: string;
  professional?: Profile;
  /** Of the professional, or the one that the page shows. */
  services: Service[];
  /** Those that a profile shows. */
  reviews: readonly PublicReview[];
  locality?: Pick<Locality, 'name' | 'state' | 'postcode'> | undefined;
  /** Version of the picture for chats. */
  picture: string;
};

type Site = { publicUrl: string };

/** Lengths of a description, UTF-16 units. */
const description = { min: 50, max: 160 };

const texts: Partial<Record<PageName, string>> = {
  home: 'Braiders, locticians, curl specialists and barbers near you, with prices and live availability. Book without a call.',
  browseServices:
    'Braids, locs, silk presses, fades and more: every service with its price, how long it takes and when it is free next.',
  browseProfessionals:
    'Barbers and hairdressers who know textured, curly and kinky hair: what they do best, what they charge and when they are free.',
  termsOfUse:
    'The terms under which clients and professionals use Saluni: accounts, appointments, cancellations and what each side answers for.',
  privacyPolicy:
    'What Saluni keeps about you, why, for how long and who sees it, and how you get a copy of it or have all of it deleted.',
  waitlistSignup:
    "Join the Saluni waitlist as a client, a hairdresser or a barber. Leave your name and we'll email you when you're approved.",
};

/** A text of 50 to 160 units: cut at a word, or with more said about the product. */
export function descriptionOf(text: string): string {
  const said = text.replace(/\s+/g, ' ').trim();
  const long =
    said.length >= description.min
      ? said
      : `${said}${said === '' || /[.!?…]$/.test(said) ? '' : '.'} Book on Saluni, with prices and live availability.`.trim();
  if (long.length <= description.max) return long;
  const cut = long.slice(0, description.max - 1);
  const word = cut.lastIndexOf(' ');
  // A pair of surrogates stays whole.
  return `${(word > description.min ? cut.slice(0, word) : cut).replace(/[\uD800-\uDBFF]$/, '').replace(/(?<![\s,.;:])[\s,.;:]+$/, '')}…`;
}

/** Whether a page is about a professional as a whole, and has their address. */
const isProfile = (name: PageName) => name === 'publicProfessional' || name === 'embed';

function describe({ name, params, professional, services }: Subject): string {
  const [service] = services;
  if (isProfile(name) && professional) {
    const does = professional.specializations.map((one) => spelled(one.name)).join(', ');
    const type = professional.professional_type === 'barber' ? 'Barber' : 'Hairdresser';
    return `${professional.display_name}: ${does || type} in ${professional.location}. ${professional.bio ?? ''}`;
  }
  if ((name === 'serviceDetails' || name === 'pickBookingTime') && service)
    return (
      `${service.name} with ${service.professional.display_name} in ` +
      `${service.professional.location}: ${formatPrice(service.price)}, ` +
      `${service.service_duration_minutes} minutes. ${service.description ?? ''}`
    );
  const found = findPageOf(params.specialization, params.city);
  if (found)
    return (
      `${found.specialization.plural} in ${found.city.name} and around it: who they are, what they ` +
      'charge and when they are free next.'
    );
  return texts[name] ?? '';
}

/** The path that stands for all addresses of a page. */
export function canonicalPath({ name, params, query, professional, services }: Subject): string {
  const [service] = services;
  if (isProfile(name) && professional) return professionalPath(professional);
  if ((name === 'serviceDetails' || name === 'pickBookingTime') && service) return servicePath(service);
  const skip = skipIn(query);
  if (name === 'find') {
    const [specialization = '', city = ''] = [params.specialization?.toLowerCase(), params.city?.toLowerCase()];
    return pagePath('find', { specialization, city }) + (skip > 0 ? `?skip=${skip}` : '');
  }
  if (name !== 'browseServices' && name !== 'browseProfessionals') return pages[name].path.replace(/\/:.*/, '') || '/';
  return browsePath(name, query, skip);
}

/** A list of a page's address: comma-separated, or its name repeated. */
function listIn(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean);
}

function browsePath(name: 'browseServices' | 'browseProfessionals', query: URLSearchParams, skip: number): string {
  const category = query.get('category') ?? '';
  const known = specializations.map((one) => one.name as string);
  const chosen = listIn(query, 'specialization_names').filter((one) => known.includes(one));
  const filters: [string, string][] = [
    ['category', isServiceCategory(category) ? category : ''],
    ['location', (query.get('location') ?? '').trim()],
    ['skip', skip > 0 ? String(skip) : ''],
    ['specialization_names', [...new Set(chosen)].sort().join(',')],
  ];
  const parameters = new URLSearchParams(filters.filter(([, value]) => value !== ''));
  return pagePath(name) + (parameters.size > 0 ? `?${parameters}` : '');
}

/** Everything in the head that depends on the page, as HTML. */
export function headOf(subject: Subject, { publicUrl }: Site): string {
  const { name, title, picture } = subject;
  const canonical = publicUrl + canonicalPath(subject);
  const said = descriptionOf(describe(subject));
  const [service] = subject.services;
  const image =
    name === 'publicProfessional' && subject.professional
      ? `/og/professional/${subject.professional.id}.png`
      : (name === 'serviceDetails' || name === 'pickBookingTime') && service
        ? `/og/service/${service.id}.png`
        : '/og/saluni.png';
  const properties: [string, string][] = [
    ['og:title', title],
    ['og:description', said],
    ['og:url', canonical],
    ['og:type', name === 'publicProfessional' ? 'profile' : 'website'],
    ['og:site_name', 'Saluni'],
    ['og:locale', 'en_AU'],
    ['og:image', `${publicUrl}${image}?v=${picture}`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', title],
  ];
  const indexed = pages[name].found !== undefined;
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(said)}">`,
    ...(indexed ? [] : ['<meta name="robots" content="noindex">']),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...properties.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    ...structuredData(subject, publicUrl).map(
      (data) => `<script type="application/ld+json">${scriptJson(data)}</script>`,
    ),
  ].join('');
}

type Data = WithContext<HairSalon> | WithContext<ServiceData> | WithContext<BreadcrumbList> | WithContext<WebSite>;

function structuredData(subject: Subject, site: string): Data[] {
  const { name, professional, services, locality } = subject;
  const [service] = services;
  if (name === 'home') return [webSite(site)];
  if (name === 'publicProfessional' && professional)
    return [
      salon(professional, subject, site),
      breadcrumbs(site, [
        ['Professionals', pagePath('browseProfessionals')],
        [professional.display_name, professionalPath(professional)],
      ]),
    ];
  if (name === 'serviceDetails' && service)
    return [
      {
        '@context': 'https://schema.org',
        ...serviceData(service, site),
        provider: {
          '@type': 'HairSalon',
          name: service.professional.display_name,
          url: site + professionalPath(service.professional),
          address: addressOf(service.professional.location, locality),
        },
      },
      breadcrumbs(site, [
        ['Services', pagePath('browseServices')],
        [service.name, servicePath(service)],
      ]),
    ];
  return [];
}

function webSite(site: string): WithContext<WebSite> {
  const action = {
    '@type': 'SearchAction' as const,
    target: {
      '@type': 'EntryPoint' as const,
      urlTemplate: `${site}${pagePath('browseServices')}?search={search_term_string}`,
    },
    // A property of Google's, which schema.org's own vocabulary describes as an annotation.
    'query-input': 'required name=search_term_string',
  };
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Saluni',
    url: `${site}/`,
    potentialAction: action,
  };
}

function addressOf(location: string, locality: Subject['locality'], street?: string | null) {
  return {
    '@type': 'PostalAddress' as const,
    ...(street ? { streetAddress: street } : {}),
    addressLocality: locality?.name ?? location,
    ...(locality ? { addressRegion: locality.state, postalCode: locality.postcode } : {}),
    addressCountry: 'AU',
  };
}

function serviceData(service: Service, site: string) {
  return {
    '@type': 'Service' as const,
    name: service.name,
    serviceType: service.category,
    url: site + servicePath(service),
    ...(service.description ? { description: service.description } : {}),
    offers: { ...priceData(service), availability: 'https://schema.org/InStock' as const },
  };
}

/** One price, or the lowest and highest of several. */
function priceData({ price, price_max, variants }: Service) {
  const priceCurrency = 'AUD';
  if (price === price_max) return { '@type': 'Offer' as const, price, priceCurrency };
  const offerCount = variants?.cells.flat().filter((cell) => cell !== null).length ?? 1;
  return { '@type': 'AggregateOffer' as const, lowPrice: price, highPrice: price_max, offerCount, priceCurrency };
}

function salon(
  professional: Profile,
  { services, locality, reviews }: Pick<Subject, 'services' | 'locality' | 'reviews'>,
  site: string,
): WithContext<HairSalon> {
  return {
    '@context': 'https://schema.org',
    '@type': 'HairSalon',
    '@id': site + professionalPath(professional),
    name: professional.display_name,
    url: site + professionalPath(professional),
    image: professional.profile_picture ?? `${site}/og/professional/${professional.id}.png`,
    ...(professional.bio ? { description: professional.bio } : {}),
    address: addressOf(professional.location, locality, professional.place?.address),
    knowsAbout: professional.specializations.map((one) => one.name),
    currenciesAccepted: 'AUD',
    ...ratingData(professional, reviews),
    makesOffer: services.map((service) => ({
      ...priceData(service),
      itemOffered: { '@type': 'Service', name: service.name, url: site + servicePath(service) },
    })),
  };
}

/** As Google's rules of review snippets want it; nothing without a review (contract 14). */
function ratingData({ rating }: Profile, reviews: readonly PublicReview[]) {
  if (!rating) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating' as const,
      ratingValue: rating.average,
      reviewCount: rating.count,
      bestRating: 5,
    },
    review: reviews.map(({ stars, text, author, created_at }) => ({
      '@type': 'Review' as const,
      author: { '@type': 'Person' as const, name: author },
      datePublished: created_at.slice(0, 10),
      reviewRating: { '@type': 'Rating' as const, ratingValue: stars, bestRating: 5 },
      ...(text ? { reviewBody: text } : {}),
    })),
  };
}

function breadcrumbs(site: string, steps: [name: string, path: string][]): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [['Saluni', '/'], ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: name ?? '',
      item: `${site}${path}`,
    })),
  };
}
