import { escapeHtml } from '#shared/html.ts';
import { type Link, type Reach, reachUs } from './reach.ts';
import type { Email } from './transport.ts';

export type Detail = [label: string, value: string, link?: Link];

/** The content of an email as plain text; the layout escapes it, so that names and notes never become markup. */
export type EmailContent = {
  subject: string;
  /** Shown beside the subject in an inbox. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A one-time code, in large. */
  code?: string | undefined;
  /** Label, value and what the value leads to, in reading order. */
  details: Detail[];
  /** Words of a user, set apart from ours; `more` links to the rest of them. */
  quote?: { label: string; text: string; more?: Link } | undefined;
  next?: string | undefined;
  button?: Link | undefined;
  /** Where an answer reaches somebody; stands in the footer. */
  reach: Reach;
  /** Why it came. */
  footer: string;
  /** Stands in the footer. */
  unsubscribe?: Link | undefined;
};

const usual = { details: [], reach: reachUs, footer: 'You get this because you have a Saluni account.' };

/** An email of ours to somebody, or to an address, without its owner's name. */
export function emailTo(
  to: string | Email['to'],
  content: Omit<EmailContent, keyof typeof usual> & Partial<EmailContent>,
): Email {
  const whole = { ...usual, ...content };
  return {
    to: typeof to === 'string' ? { name: '', address: to } : to,
    subject: whole.subject,
    html: htmlOf(whole),
    text: textOf(whole),
    unsubscribe: whole.unsubscribe?.url,
  };
}

/** Escapes text and keeps its line breaks. */
function lines(text: string): string {
  return escapeHtml(text).replace(/\r\n?|\n/g, '<br>');
}

const display =
  "font-family:'Bricolage Grotesque','Arial Narrow',Arial,sans-serif;font-weight:750;letter-spacing:-0.015em;line-height:1.1";
const body =
  "font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5";

// Inline styles hold the light colours, which every email program shows. Programs with dark mode apply these rules
// instead.
const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#170E15!important}.card{background:#221620!important;border-color:#3C2A37!important}
.ink{color:#FBF0E1!important}.soft{color:#BFA9B5!important}.sunk{background:#2B1C28!important}.rule{border-color:#3C2A37!important}
.button{background:#F4A92A!important;color:#24131F!important}}
@media (max-width:420px){.pad{padding:24px 20px!important}
.label,.value{display:block!important;width:auto!important}.label{padding-bottom:0!important}
.value{border:0!important;padding-top:2px!important}.button{display:block!important;text-align:center!important}}`;

function htmlOf({
  subject,
  preview,
  heading,
  paragraphs,
  code,
  details,
  quote,
  next,
  button,
  reach,
  footer,
  unsubscribe,
}: EmailContent): string {
  const paragraph = (text: string) => `<p class="ink" style="${body};margin:0 0 16px;color:#24131F">${lines(text)}</p>`;
  const rows = details
    .map(
      ([label, value, link]) =>
        '<tr><th class="label soft" scope="row" align="left" valign="top" ' +
        `style="${body};font-weight:400;color:#6B5663;padding:8px 16px 8px 0;width:108px">` +
        `${escapeHtml(label)}</th>` +
        `<td class="value ink rule" valign="top" style="${body};font-weight:600;color:#24131F;padding:8px 0">${lines(value)}${
          link
            ? `<br><a class="ink" href="${escapeHtml(link.url)}" style="color:#24131F">${escapeHtml(link.label)}</a>`
            : ''
        }</td></tr>`,
    )
    .join('');
  const large = code
    ? '<p class="ink sunk" ' +
      `style="${display};font-size:44px;letter-spacing:0.12em;text-align:center;background:#F7EEE0;border-radius:12px;` +
      `padding:18px 8px 18px 13px;margin:0 0 20px;color:#24131F">${escapeHtml(code)}</p>`
    : '';
  const more = quote?.more
    ? `<p style="margin:8px 0 0"><a class="ink" href="${escapeHtml(quote.more.url)}" ` +
      `style="${body};color:#24131F">${escapeHtml(quote.more.label)}</a></p>`
    : '';
  const quoted = quote
    ? '<div class="sunk" style="background:#F7EEE0;border-radius:12px;padding:14px 16px;margin:0 0 20px">' +
      `<p class="soft" style="${body};font-size:14px;margin:0 0 4px;color:#6B5663">${escapeHtml(quote.label)}</p>` +
      `<p class="ink" style="${body};margin:0;color:#24131F;overflow-wrap:anywhere">${lines(quote.text)}</p>${more}</div>`
    : '';
  const action = button
    ? `<p style="margin:8px 0 4px"><a class="button" href="${escapeHtml(button.url)}" ` +
      `style="${body};font-weight:700;display:inline-block;background:#4A1942;color:#FFF6E6;text-decoration:none;` +
      `border-radius:12px;padding:13px 22px">${escapeHtml(button.label)}</a></p>`
    : '';
  const small = (link?: Link) =>
    link
      ? `<br><a class="soft" href="${escapeHtml(link.url)}" style="color:#6B5663">${escapeHtml(link.label)}</a>`
      : '';
  return `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${dark}</style></head>
<body class="paper" style="margin:0;padding:0;background:#FFFAF2;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FFFAF2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="ink" style="${display};font-size:26px;color:#24131F;padding:0 8px 16px"><span
 style="display:inline-block;width:20px;height:20px;border-radius:14px;background:#F4A92A;
border:4px solid #4A1942;vertical-align:-4px"></span>&nbsp;saluni</td></tr>
<tr><td class="card pad" style="background:#FFFFFF;border:1px solid #EADFCD;border-radius:18px;padding:32px">
<h1 class="ink" style="${display};font-size:30px;margin:0 0 16px;color:#24131F">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${large}${rows ? `<table role="table" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows}</table>` : ''}
${quoted}${next ? paragraph(next) : ''}${action}
</td></tr>
<tr><td class="soft" style="${body};font-size:14px;color:#6B5663;padding:16px 8px">${lines(reach.text)}${small(reach.way)}
<br><br>${lines(footer)}${small(unsubscribe)}</td></tr>
</table></td></tr></table></body></html>`;
}

const lineOf = (link?: Link) => (link ? `${link.label}: ${link.url}` : '');

/** The same email as plain text. */
function textOf({
  heading,
  paragraphs,
  code,
  details,
  quote,
  next,
  button,
  reach,
  footer,
  unsubscribe,
}: EmailContent): string {
  const width = Math.max(0, ...details.map(([label]) => label.length)) + 2;
  const parts = [
    heading,
    ...paragraphs,
    code ? `    ${code}` : '',
    details
      .map(([label, value, link]) => {
        const text = link ? `${value}\n${lineOf(link)}` : value;
        return `${`${label}:`.padEnd(width)}${text.replaceAll('\n', `\n${' '.repeat(width)}`)}`;
      })
      .join('\n'),
    quote ? `${quote.label}:\n${quote.text.replace(/^/gm, '> ')}` : '',
    lineOf(quote?.more),
    next ?? '',
    lineOf(button),
    [reach.text, lineOf(reach.way)].filter(Boolean).join('\n'),
    ['-- \nSaluni', footer, lineOf(unsubscribe)].filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
