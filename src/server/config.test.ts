import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { newVapidKeys } from './push/keys.ts';

function problem(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

const s3 = { S3_ENDPOINT: 'http://s3:9000', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };

describe('the configuration', () => {
  test('has the contract defaults when nothing is set', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      dataDir: `${process.cwd()}/.data`,
      databaseStandby: false,
      earlyHints: false,
      mailFrom: 'Saluni <hello@saluni.example>',
      mailUiPort: 1080,
      pushHosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
      vapidSubject: 'mailto:hello@saluni.example',
      seedDemo: true,
      role: 'all',
      metricsHost: '127.0.0.1',
      rateLimitPerMinute: 600,
      waitlistAutoApproveClients: false,
      bookingsPerHour: 20,
      feedbackPerHour: 20,
      messagesPerHour: 30,
      clientSignup: 'open',
      codesPerHour: 30,
      waitlistSignupsPerHour: 10,
      busyCalendarMinutes: 30,
      busyCalendarHosts: [],
      corsOrigins: [],
      allowLossyRedis: false,
      logLevel: 'info',
      trustProxy: [],
      traced: 1,
      sessionTtlDays: 30,
      loginMaxFailures: 10,
      loginMaxFailuresPerAddress: 100,
      bookingPendingTtlHours: 24,
    });
  });

  test('an empty variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', METRICS_PORT: '', CORS_ORIGINS: '', S3_ENDPOINT: '' })).toEqual(
      readConfig({}),
    );
  });

  test('PUBLIC_URL follows PORT by default, and loses a trailing slash', () => {
    expect(readConfig({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100');
    expect(readConfig({ PUBLIC_URL: 'https://saluni.example/' }).publicUrl).toBe('https://saluni.example');
  });

  test('with DATABASE_URL there is no demo unless SEED_DEMO asks for it', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/saluni';
    expect(readConfig({ DATABASE_URL }).seedDemo).toBe(false);
    expect(readConfig({ DATABASE_URL, SEED_DEMO: 'true' }).seedDemo).toBe(true);
    expect(readConfig({ SEED_DEMO: 'false' }).seedDemo).toBe(false);
  });

  test('S16: migrations use MIGRATION_DATABASE_URL, or DATABASE_URL where it is unset', () => {
    const DATABASE_URL = 'postgres://app:p@db:5432/saluni';
    const MIGRATION_DATABASE_URL = 'postgres://owner:p@db:5432/saluni';
    expect(readConfig({ DATABASE_URL })).toMatchObject({ migrationDatabaseUrl: DATABASE_URL });
    expect(readConfig({ DATABASE_URL, MIGRATION_DATABASE_URL })).toMatchObject({
      databaseUrl: DATABASE_URL,
      migrationDatabaseUrl: MIGRATION_DATABASE_URL,
    });
    expect(problem({ MIGRATION_DATABASE_URL })).toBe('DATABASE_URL must be set when MIGRATION_DATABASE_URL is');
  });

  test.each([
    [true, { HOST: '127.0.0.1' }],
    [true, { HOST: '127.8.0.1' }],
    [true, { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
    [true, { HOST: 'localhost', PUBLIC_URL: 'https://127.0.0.1' }],
    [false, { HOST: '0.0.0.0' }],
    [false, { HOST: '::' }],
    [false, { HOST: '192.168.1.5' }],
    [false, { HOST: 'saluni.example' }],
    [false, { PUBLIC_URL: 'https://saluni.example' }],
    [false, { PUBLIC_URL: 'http://localhost.example' }],
  ])('demo users, whose passwords are public, are seeded unasked: %s for %j', (seedDemo, env) => {
    expect(readConfig(env).seedDemo).toBe(seedDemo);
    expect(readConfig({ ...env, SEED_DEMO: 'true' }).seedDemo).toBe(true);
    expect(readConfig({ ...env, SEED_DEMO: 'false' }).seedDemo).toBe(false);
  });

  test('lists, fractions and an S3 block are read as written', () => {
    const config = readConfig({
      ...s3,
      BOOKING_PENDING_TTL_HOURS: '0.002',
      CORS_ORIGINS: 'https://a.example, http://b.example:8080/',
      TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
      RATE_LIMIT_PER_MINUTE: '0',
    });
    expect(config.bookingPendingTtlHours).toBe(0.002);
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1', 'loopback']);
    expect(config.rateLimitPerMinute).toBe(0);
    expect(config.s3).toEqual({
      endpoint: 'http://s3:9000',
      region: 'us-east-1',
      bucket: 'b',
      accessKeyId: 'k',
      secretAccessKey: 's',
      forcePathStyle: true,
    });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['HOST', ' '],
    ['DATA_DIR', '  '],
    ['SEED_DEMO', '\t'],
    ['S3_BUCKET', ' '],
    ['MIGRATION_DATABASE_URL', 'mysql://u:p@db/saluni'],
    ['HOST', '300.1.1.1'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'localhost:3000'],
    ['PUBLIC_URL', 'https://saluni.example/app'],
    ['DATABASE_URL', 'mysql://u:p@db/saluni'],
    ['REDIS_URL', 'localhost:6379'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_UI_PORT', '-1'],
    ['SEED_DEMO', 'maybe'],
    ['ROLE', 'web'],
    ['METRICS_PORT', 'x'],
    ['METRICS_HOST', 'not a host'],
    ['RATE_LIMIT_PER_MINUTE', '-5'],
    ['WAITLIST_SIGNUPS_PER_HOUR', '1.5'],
    ['BOOKINGS_PER_HOUR', '-1'],
    ['MESSAGES_PER_HOUR', '1.5'],
    ['SECRETS_KEY', 'short'],
    ['SECRETS_KEY', 'A'.repeat(44)],
    ['BUSY_CALENDAR_MINUTES', '0'],
    ['BUSY_CALENDAR_MINUTES', '1441'],
    ['BUSY_CALENDAR_HOSTS', 'localhost'],
    ['BUSY_CALENDAR_HOSTS', 'http://localhost:80'],
    ['BUSY_CALENDAR_HOSTS', 'localhost:0'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['ALLOW_LOSSY_REDIS', '2'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', 'true'],
    ['SESSION_TTL_DAYS', '0'],
    ['LOGIN_MAX_FAILURES', 'ten'],
    ['LOGIN_MAX_FAILURES_PER_ADDRESS', '1e2'],
    ['BOOKING_PENDING_TTL_HOURS', '0'],
    ['BOOKING_PENDING_TTL_HOURS', 'Infinity'],
    ['ANALYTICS_SCRIPT_URL', 'javascript:alert(1)'],
    ['S3_FORCE_PATH_STYLE', 'perhaps'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    const message = problem({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must `));
    expect(message).not.toContain('\n');
  });

  test('an incomplete set of S3 variables is refused with the names of the missing ones', () => {
    expect(problem({ S3_ENDPOINT: 'http://s3:9000' })).toContain('S3_BUCKET must be set');
    expect(problem({ ...s3, S3_SECRET_ACCESS_KEY: '' })).toMatch(/^S3_SECRET_ACCESS_KEY must be set/);
  });

  test('one port for two servers is refused; several faults are one line; no password is shown', () => {
    expect(problem({ PORT: '4000', METRICS_PORT: '4000' })).toContain('METRICS_PORT must differ from PORT');
    expect(problem({ PORT: '4000', MAIL_UI_PORT: '4000' })).toContain('MAIL_UI_PORT must differ from PORT');
    expect(problem({ PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'mysql://u:secret@db/x' })).toMatch(
      /^PORT .*; DATABASE_URL .*; LOG_LEVEL [^\n]*$/,
    );
    expect(problem({ DATABASE_URL: 'mysql://u:secret@db/x' })).not.toContain('secret');
  });

  test('PUSH_HOSTS takes names, names with all below, and origins on this machine; the rest is refused', () => {
    const hosts = (PUSH_HOSTS: string) => readConfig({ PUSH_HOSTS }).pushHosts;
    expect(hosts('Push.Example.com, *.notify.windows.com,http://127.0.0.1:4999, http://[::1]:81')).toEqual([
      'push.example.com',
      '*.notify.windows.com',
      'http://127.0.0.1:4999',
      'http://[::1]:81',
    ]);
    const wrong = [
      'https://fcm.googleapis.com',
      'http://127.0.0.1',
      'http://10.0.0.1:80',
      'http://push.example.com:80',
    ];
    wrong.push('10.0.0.1', '[::1]', 'a b', '*', '*.*', 'a.*.b', 'push.example.com:443', 'http://127.0.0.1:80/x', 'a/b');
    for (const one of wrong)
      expect([one, problem({ PUSH_HOSTS: one })]).toEqual([one, expect.stringContaining('PUSH_HOSTS')]);
  });

  test('VAPID keys are a pair, and the subject is an address by which people can be reached', () => {
    const [one, other] = [newVapidKeys(), newVapidKeys()];
    const env = { VAPID_PUBLIC_KEY: one.publicKey, VAPID_PRIVATE_KEY: one.privateKey };
    expect(readConfig(env).vapid).toEqual(one);
    expect(problem({ VAPID_PUBLIC_KEY: one.publicKey })).toContain('VAPID_PRIVATE_KEY must be set');
    expect(problem({ VAPID_PRIVATE_KEY: one.privateKey })).toContain('VAPID_PUBLIC_KEY must be set');
    for (const key of [other.privateKey, 'x', `${one.privateKey}=`, one.publicKey])
      expect(problem({ ...env, VAPID_PRIVATE_KEY: key })).toContain('must be a pair of keys');
    for (const subject of ['hello@saluni.example', 'http://saluni.example', 'mailto:', 'https://'])
      expect(problem({ VAPID_SUBJECT: subject })).toContain('VAPID_SUBJECT');
    for (const subject of ['mailto:push@saluni.example', 'https://saluni.example/contact'])
      expect(readConfig({ VAPID_SUBJECT: subject }).vapidSubject).toBe(subject);
  });
});
