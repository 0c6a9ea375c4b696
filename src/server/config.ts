import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type SignupKind, signupKinds } from '#shared/rules/signup-kinds.ts';
import { pushHost, usualHosts } from './push/hosts.ts';
import { areVapidKeys, type VapidKeys } from './push/keys.ts';

const processRoles = ['api', 'worker', 'all'] as const;
export type ProcessRole = (typeof processRoles)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
};

/**
 * The configuration from the environment. An absent optional key means that its variable is unset and the embedded
 * service is used.
 */
export type Config = {
  host: string;
  port: number;
  /** Origin without a trailing slash. */
  publicUrl: string;
  /** Absolute path. */
  dataDir: string;
  databaseUrl?: string;
  /**
   * The database as the role that owns the tables, for migrations; equal to databaseUrl when MIGRATION_DATABASE_URL is
   * unset.
   */
  migrationDatabaseUrl?: string;
  /** Whether the database has a standby that commits wait for: without it the product is degraded. */
  databaseStandby: boolean;
  redisUrl?: string;
  s3?: S3Config;
  smtpUrl?: string;
  mailFrom: string;
  mailUiPort: number;
  /** Services that news may be pushed over: see `pushHost`. */
  pushHosts: string[];
  /** Unset: push is off, except on embedded storage, which has keys of its own. */
  vapid?: VapidKeys;
  /** How push services reach the operator. */
  vapidSubject: string;
  seedDemo: boolean;
  role: ProcessRole;
  metricsPort?: number;
  /** Where traces go, without a trailing slash; unset: none are made. */
  otlpEndpoint?: string;
  /** The part of the traces that is made, above 0 and at most 1. */
  traced: number;
  metricsHost: string;
  /** Requests a minute; 0 is no limit. */
  rateLimitPerMinute: number;
  /** Signups an hour from one address; 0 is no limit. */
  waitlistSignupsPerHour: number;
  /** Whether a client is invited once the address is verified, without a review. */
  waitlistAutoApproveClients: boolean;
  /** Whether clients sign themselves up with a code, or come by the waitlist. */
  clientSignup: SignupKind;
  /** One-time codes an hour that are asked for from one address; 0 is no limit. */
  codesPerHour: number;
  /** Bookings that one client may make in an hour; 0 is no limit. */
  bookingsPerHour: number;
  /** Feedback that one user may send in an hour; 0 is no limit. */
  feedbackPerHour: number;
  /** Messages that one user may send in an hour, and pictures for them; 0 is no limit. */
  messagesPerHour: number;
  /** With which addresses of calendars elsewhere are encrypted, 32 bytes; an embedded database has one of its own. */
  secretsKey?: Buffer;
  /** How often calendars elsewhere are read, minutes. */
  busyCalendarMinutes: number;
  /** `host:port` pairs that calendars may be read from although they are not public, over plain HTTP, too. */
  busyCalendarHosts: string[];
  corsOrigins: string[];
  allowLossyRedis: boolean;
  logLevel: LogLevel;
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted, as Fastify takes them. */
  trustProxy: string[];
  /** Whether the proxy passes informational answers on, and says in `X-Http-Version` what the visitor speaks. */
  earlyHints: boolean;
  sessionTtlDays: number;
  /** Failures in a row for an account from one address; 0 is no limit. */
  loginMaxFailures: number;
  /** Failures a day from one address; 0 is no limit. */
  loginMaxFailuresPerAddress: number;
  /** Above 0; may be a fraction. */
  bookingPendingTtlHours: number;
  analyticsScriptUrl?: string;
  /** What the addresses of pictures begin with, without a trailing slash; unset: this server. */
  publicImageBaseUrl?: string;
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Its message names every wrong variable in one line. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>;

/** Reads and checks every variable at once. Throws ConfigError; never prints a value that may hold a password. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const read = reader(env, problems);

  const host = read.host('HOST') ?? '127.0.0.1';
  const port = read.port('PORT') ?? 3000;
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const migrationDatabaseUrl = read.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']);
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:']);
  const metricsPort = read.port('METRICS_PORT');
  const mailUiPort = read.port('MAIL_UI_PORT') ?? 1080;
  if (migrationDatabaseUrl !== undefined && databaseUrl === undefined) {
    problems.push('DATABASE_URL must be set when MIGRATION_DATABASE_URL is');
  }
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://localhost:${port}`;
  // The demo's passwords are public, so nobody but this machine may reach them, by a proxy either, unless the operator
  // asks for it.
  const isPrivate = isLoopback(host) && isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
  const seedDemo = read.flag('SEED_DEMO') ?? (databaseUrl === undefined && isPrivate);
  if (metricsPort === port) problems.push('METRICS_PORT must differ from PORT');
  if (smtpUrl === undefined && mailUiPort === port) problems.push('MAIL_UI_PORT must differ from PORT');
  if (smtpUrl === undefined && mailUiPort === metricsPort) problems.push('MAIL_UI_PORT must differ from METRICS_PORT');

  const mailFrom = read.sender('MAIL_FROM') ?? 'Saluni <hello@saluni.example>';
  const pushHosts = read.pushHosts();
  const config: Config = {
    host,
    port,
    publicUrl,
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    ...present('databaseUrl', databaseUrl),
    ...present('migrationDatabaseUrl', migrationDatabaseUrl ?? databaseUrl),
    databaseStandby: read.flag('DATABASE_STANDBY') ?? false,
    ...present('redisUrl', read.url('REDIS_URL', ['redis:', 'rediss:'])),
    ...present('s3', read.s3()),
    ...present('smtpUrl', smtpUrl),
    mailFrom,
    mailUiPort,
    pushHosts: pushHosts.length > 0 ? pushHosts : usualHosts,
    ...present('vapid', read.vapid()),
    vapidSubject: read.subject('VAPID_SUBJECT') ?? `mailto:${mailFrom.match(/<(.+)>/)?.[1] ?? mailFrom}`,
    seedDemo,
    role: read.choice('ROLE', processRoles) ?? 'all',
    ...present('metricsPort', metricsPort),
    ...present('otlpEndpoint', read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/, '')),
    traced: read.positive('OTEL_TRACES_SAMPLER_ARG', 1) ?? 1,
    metricsHost: read.host('METRICS_HOST') ?? '127.0.0.1',
    rateLimitPerMinute: read.count('RATE_LIMIT_PER_MINUTE') ?? 600,
    waitlistSignupsPerHour: read.count('WAITLIST_SIGNUPS_PER_HOUR') ?? 10,
    waitlistAutoApproveClients: read.flag('WAITLIST_AUTO_APPROVE_CLIENTS') ?? false,
    clientSignup: read.choice('CLIENT_SIGNUP', signupKinds) ?? (seedDemo ? 'open' : 'waitlist'),
    codesPerHour: read.count('CODES_PER_HOUR') ?? 30,
    bookingsPerHour: read.count('BOOKINGS_PER_HOUR') ?? 20,
    feedbackPerHour: read.count('FEEDBACK_PER_HOUR') ?? 20,
    messagesPerHour: read.count('MESSAGES_PER_HOUR') ?? 30,
    ...present('secretsKey', read.key('SECRETS_KEY')),
    busyCalendarMinutes: read.between('BUSY_CALENDAR_MINUTES', 1, 1_440) ?? 30,
    busyCalendarHosts: read.hostsWithPorts('BUSY_CALENDAR_HOSTS'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    allowLossyRedis: read.flag('ALLOW_LOSSY_REDIS') ?? false,
    logLevel: read.choice('LOG_LEVEL', logLevels) ?? 'info',
    trustProxy: read.networks('TRUST_PROXY'),
    earlyHints: read.flag('EARLY_HINTS') ?? false,
    sessionTtlDays: read.positive('SESSION_TTL_DAYS', 3650) ?? 30,
    loginMaxFailures: read.count('LOGIN_MAX_FAILURES') ?? 10,
    loginMaxFailuresPerAddress: read.count('LOGIN_MAX_FAILURES_PER_ADDRESS') ?? 100,
    bookingPendingTtlHours: read.positive('BOOKING_PENDING_TTL_HOURS', 8784) ?? 24,
    ...present('publicImageBaseUrl', read.url('PUBLIC_IMAGE_BASE_URL', ['http:', 'https:'])?.replace(/\/+$/, '')),
    ...present('analyticsScriptUrl', read.url('ANALYTICS_SCRIPT_URL', ['http:', 'https:'])),
  };
  if (problems.length > 0) throw new ConfigError(problems.join('; '));
  return config;
}

/**
 * `readConfig` for a program's start: a wrong environment ends the process with one line and exit code 1. `defaults`
 * stand for variables that are unset.
 */
export function readConfigOrExit(defaults: Environment = {}): Config {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  try {
    return readConfig({ ...defaults, ...set });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`saluni: ${error.message}\n`);
    process.exit(1);
  }
}

/** Whether npm runs this process; it must then end when npm is killed. */
export function runsUnderNpm(env: Environment = process.env): boolean {
  return env.npm_lifecycle_event !== undefined;
}

/** The environment for a child process: this process's with changes, where undefined removes a variable. */
export function environmentWith(changes: Environment): Environment {
  return { ...process.env, ...changes };
}

function present<K extends string, V>(key: K, value: V | undefined): { [k in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [k in K]?: V };
}

function reader(env: Environment, problems: string[]) {
  /**
   * An empty variable counts as unset, because a compose file passes unset variables on as empty ones. A blank one is a
   * mistake.
   */
  function text(name: string): string | undefined {
    const value = env[name];
    if (value === undefined || value === '') return undefined;
    const blank = `${name} must not be blank`;
    if (value.trim() === '' && !problems.includes(blank)) problems.push(blank);
    return value.trim() || undefined;
  }

  function parsed<T>(name: string, parse: (value: string) => T | undefined, expected: string): T | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    const result = parse(value);
    if (result === undefined) problems.push(`${name} must be ${expected}`);
    return result;
  }

  function url(name: string, protocols: string[]): string | undefined {
    const parse = (value: string) => (protocols.includes(parseUrl(value)?.protocol ?? '') ? value : undefined);
    return parsed(name, parse, `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
  }

  function list<T>(name: string, parse: (value: string) => T | undefined, expected: string): T[] {
    const parseAll = (value: string) => {
      const items = value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        .map(parse);
      return items.includes(undefined) ? undefined : (items as T[]);
    };
    return parsed(name, parseAll, expected) ?? [];
  }

  function flag(name: string): boolean | undefined {
    const values: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
    return parsed(name, (value) => values[value.toLowerCase()], 'true or false');
  }

  function s3(): S3Config | undefined {
    const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
    const forcePathStyle = flag('S3_FORCE_PATH_STYLE') ?? true;
    const endpoint = url('S3_ENDPOINT', ['http:', 'https:']);
    if (names.every((name) => text(name) === undefined)) return undefined;
    for (const name of names) {
      if (name !== 'S3_REGION' && text(name) === undefined)
        problems.push(`${name} must be set when another S3 variable is`);
    }
    return {
      endpoint: endpoint ?? '',
      region: text('S3_REGION') ?? 'us-east-1',
      bucket: text('S3_BUCKET') ?? '',
      accessKeyId: text('S3_ACCESS_KEY_ID') ?? '',
      secretAccessKey: text('S3_SECRET_ACCESS_KEY') ?? '',
      forcePathStyle,
    };
  }

  function vapid(): VapidKeys | undefined {
    const [publicKey, privateKey] = [text('VAPID_PUBLIC_KEY'), text('VAPID_PRIVATE_KEY')];
    if (publicKey === undefined && privateKey === undefined) return undefined;
    for (const [name, value] of Object.entries({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }))
      if (value === undefined) problems.push(`${name} must be set when the other VAPID key is`);
    if (publicKey === undefined || privateKey === undefined) return undefined;
    if (!areVapidKeys({ publicKey, privateKey }))
      problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys on P-256 in base64url');
    return { publicKey, privateKey };
  }

  return {
    text,
    url,
    flag,
    s3,
    vapid,
    pushHosts: () =>
      list(
        'PUSH_HOSTS',
        pushHost,
        'a comma-separated list of host names, *.host names and http://127.0.0.1:PORT origins',
      ),
    subject: (name: string) => parsed(name, vapidSubject, 'a mailto: or https: address'),
    port: (name: string) => parsed(name, (value) => wholeNumber(value, 1, 65_535), 'a port number from 1 to 65535'),
    count: (name: string) => parsed(name, (value) => wholeNumber(value, 0, 1_000_000_000), 'a whole number, 0 or more'),
    between: (name: string, least: number, most: number) =>
      parsed(name, (value) => wholeNumber(value, least, most), `a whole number from ${least} to ${most}`),
    key: (name: string) => parsed(name, secretsKey, '32 bytes in base64'),
    hostsWithPorts: (name: string) => list(name, hostWithPort, 'a comma-separated list of HOST:PORT'),
    positive: (name: string, most: number) =>
      parsed(name, (value) => positiveNumber(value, most), `a number above 0, at most ${most}`),
    host: (name: string) => parsed(name, hostName, 'an IP address or a host name'),
    origin: (name: string) => parsed(name, originOf, 'an http or https origin without a path'),
    origins: (name: string) => list(name, originOf, 'a comma-separated list of http or https origins'),
    networks: (name: string) => list(name, network, 'a comma-separated list of IP addresses and CIDR ranges'),
    sender: (name: string) =>
      parsed(name, senderAddress, 'an e-mail address, or a name with one: Saluni <hello@example.com>'),
    choice: <T extends string>(name: string, choices: readonly T[]) =>
      parsed(name, (value) => choices.find((choice) => choice === value), `one of ${choices.join(', ')}`),
  };
}

function wholeNumber(value: string, least: number, most: number): number | undefined {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

function positiveNumber(value: string, most: number): number | undefined {
  const number = /^(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : Number.NaN;
  return number > 0 && number <= most ? number : undefined;
}

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

function originOf(value: string): string | undefined {
  const url = parseUrl(value);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
    ? url.origin
    : undefined;
}

function hostName(value: string): string | undefined {
  return isIP(value) !== 0 || (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) && !/^[\d.]+$/.test(value))
    ? value
    : undefined;
}

/** Undefined unless the text is 32 bytes in base64. */
export function secretsKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text ? key : undefined;
}

function hostWithPort(value: string): string | undefined {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(value) ?? [];
  const isHost = isIP(host.replace(/^\[|\]$/g, '')) !== 0 || hostName(host) !== undefined;
  return isHost && wholeNumber(port, 1, 65_535) ? value.toLowerCase() : undefined;
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/** Ranges that Fastify knows by name. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

function network(value: string): string | undefined {
  if (namedNetworks.includes(value)) return value;
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return undefined;
  if (prefix === undefined) return value;
  const bits = wholeNumber(prefix, 1, version === 4 ? 32 : 128);
  if (bits === undefined) return undefined;
  new BlockList().addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  return value;
}

function senderAddress(value: string): string | undefined {
  const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(address) && !/[\r\n]/.test(value) ? value : undefined;
}

function vapidSubject(value: string): string | undefined {
  const url = parseUrl(value);
  const isReachable = url?.protocol === 'https:' || (url?.protocol === 'mailto:' && url.pathname.includes('@'));
  return isReachable ? value : undefined;
}
