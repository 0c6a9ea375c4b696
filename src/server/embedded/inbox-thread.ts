import { once } from 'node:events';
import type { Server as WebServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { freePort, portError } from '#server/process/ports.ts';
import type { InboxThreadInput } from './inbox.ts';
import { guardInbox } from './inbox-guard.ts';

type MailServer = {
  create(port: number, host: string, directory: string): void;
  /** What the page names as the SMTP port. */
  port: number;
  smtp: { listen(port: number, host: string): Server; on(event: 'error', listener: (error: Error) => void): void };
  onSmtpError: (error: Error) => void;
  loadMailsFromDirectory(): void;
};
type Web = {
  start(
    port: number,
    host: string,
    mail: MailServer,
    user: undefined,
    password: undefined,
    path: string,
    secure: object,
  ): void;
  server: WebServer;
};

const require = createRequire(import.meta.url);
// The package's entry point installs signal handlers that exit the process and does not report a taken port, so its two
// parts are loaded directly.
(require('maildev/lib/logger') as { setLevel(level: number): void }).setLevel(0);
const mail = require('maildev/lib/mailserver') as MailServer;
const web = require('maildev/lib/web') as Web;

const { directory, uiPort, uiHost, except } = workerData as InboxThreadInput;

/** By default a dropped client connection would end the inbox. */
mail.onSmtpError = () => {};
mail.create(0, uiHost, directory);
const smtp = mail.smtp.listen(await freePort(except), uiHost);
await once(smtp, 'listening');
mail.port = (smtp.address() as AddressInfo).port;
mail.loadMailsFromDirectory();

web.start(uiPort, uiHost, mail, undefined, undefined, '/', {});
guardInbox(web.server, uiPort);
web.server.on('error', (error) =>
  parentPort?.postMessage({ failed: portError('MAIL_UI_PORT', uiPort, uiHost, error).message }),
);
if (!web.server.listening) await once(web.server, 'listening');
parentPort?.postMessage({ ready: { smtpPort: mail.port } });
