import type { NoticeKind } from '../../../contract/notices.ts'
import type { Mail } from '../../auth/mail.ts'
import { toOneLine } from './format.ts'
import type { Line, Section, WrittenNotice } from './write-notice.ts'

const CHOSEN: Record<NoticeKind, string> = {
  daily: 'the daily summary',
  weekly: 'the weekly summary',
  low_stock: 'low stock',
  silent_till: 'silent tills',
}

type Options = { to: string; kind: NoticeKind; publicUrl: string; endUrl: string; isTest?: boolean }

/** The mail of a notice: plain text, the same as HTML, and the link that ends it, which mail programs know too (RFC 8058). */
export function renderNotice(notice: WrittenNotice, { to, kind, publicUrl, endUrl, isTest = false }: Options): Required<Mail> {
  const why = isTest
    ? 'You asked for this test under Settings.'
    : `You get this e-mail because you chose ${CHOSEN[kind]} under Settings.`
  const rendered = { notice, publicUrl, endUrl, why }
  return {
    to,
    subject: toOneLine(notice.subject).replaceAll('\u00a0', ' ').slice(0, 200),
    text: renderText(rendered),
    html: renderHtml(rendered),
    headers: { 'List-Unsubscribe': `<${endUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

type Rendered = { notice: WrittenNotice; publicUrl: string; endUrl: string; why: string }

function renderText({ notice, publicUrl, endUrl, why }: Rendered) {
  const sections = notice.sections.map(({ title, lines, notes, link }) =>
    [title, ...lines.map(renderTextLine), ...notes, ...(link ? [`${link.text}: ${publicUrl}${link.path}`] : [])].join('\n'),
  )
  return [notice.title, ...sections, `${why}\nTo stop it: ${endUrl}`].join('\n\n')
}

const renderTextLine = ({ name, value, details }: Line) =>
  [`- ${toOneLine(name)}${value && `: ${value}`}`, ...details.map((detail) => `  ${toOneLine(detail)}`)].join('\n')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

// Mail programs know inline styles best. The classes are for the dark scheme, where a program has one.
const FONT = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const STYLES = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#0f141b!important}.card{background:#171d26!important;border-color:#2a3340!important}
.text{color:#e6eaf0!important}.grey{color:#a0aaba!important}.line{border-color:#2a3340!important}.link{color:#8fade0!important}.brand{color:#8fade0!important}}`

const renderHtml = ({ notice, publicUrl, endUrl, why }: Rendered) => `<!doctype html>
<html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(notice.title)}</title><style>${STYLES}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f7f9">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${FONT}">
<tr><td class="brand" style="padding:0 4px 12px;color:#183b73;font-size:16px;font-weight:600">Winkel</td></tr>
<tr><td class="text" style="padding:0 4px 16px;color:#1a2230;font-size:22px;line-height:28px;font-weight:600">${escapeHtml(notice.title)}</td></tr>
${notice.sections.map((section) => renderSection(section, publicUrl)).join('\n')}
<tr><td class="grey" style="padding:4px 4px 0;color:#5a6372;font-size:13px;line-height:20px">${escapeHtml(why)}
<a class="link" href="${escapeHtml(endUrl)}" style="color:#183b73">Stop this notice</a></td></tr>
</table></td></tr></table></body></html>`

const renderSection = ({ title, lines, notes, link }: Section, publicUrl: string) => `<tr><td style="padding:0 0 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="background:#ffffff;border:1px solid #e6e8ec;border-radius:12px;border-collapse:separate">
<tr><td class="text" colspan="2" style="padding:16px 20px 10px;color:#1a2230;font-size:15px;font-weight:600">${escapeHtml(title)}</td></tr>
${lines.map(renderLine).join('\n')}
${notes.map((note) => `<tr><td class="grey line" colspan="2" style="padding:10px 20px;border-top:1px solid #e6e8ec;color:#5a6372;font-size:13px;line-height:20px">${escapeHtml(note)}</td></tr>`).join('\n')}
${link ? `<tr><td class="line" colspan="2" style="padding:12px 20px 16px;border-top:1px solid #e6e8ec;font-size:14px"><a class="link" href="${escapeHtml(publicUrl + link.path)}" style="color:#183b73;font-weight:500;text-decoration:none">${escapeHtml(link.text)}</a></td></tr>` : ''}
</table></td></tr>`

const renderLine = ({ name, value, details }: Line) => `<tr>
<td class="text line" style="padding:10px 8px 10px 20px;border-top:1px solid #e6e8ec;color:#1a2230;font-size:14px;line-height:20px;word-break:break-word">${escapeHtml(name)}${details.map((detail) => `<br><span class="grey" style="color:#5a6372;font-size:13px">${escapeHtml(detail)}</span>`).join('')}</td>
<td class="text line" align="right" valign="top" style="padding:10px 20px 10px 8px;border-top:1px solid #e6e8ec;color:#1a2230;font-size:14px;line-height:20px;white-space:nowrap;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td>
</tr>`
