import { useFormatter, useTranslations } from 'use-intl'
import type { ProbeResult } from '@switchyard/contract'
import { SECOND_MS } from '@switchyard/sources/spans'

/** What results say, in the language of the page. */
export function useCheckWords() {
  const t = useTranslations('reach')
  const format = useFormatter()
  const span = (ms: number) =>
    ms < SECOND_MS
      ? t('ms', { n: Math.max(1, Math.round(ms)) })
      : t('seconds', { span: format.number(ms / SECOND_MS, { maximumFractionDigits: 1 }) })
  const tlsOf = ({ version, certificate }: NonNullable<ProbeResult['tls']>): string => {
    if (certificate?.isExpired) return t('certificate.expired')
    if (certificate?.isSelfSigned) return t('certificate.selfSigned')
    if (certificate && !certificate.matchesName) return t('certificate.otherName')
    if (certificate && !certificate.isTrusted) return t('certificate.untrusted')
    return t('tls', { version: version.replace(/^TLSv/, '') })
  }
  return {
    /** 42 ms, 1.2 s */
    span,
    /** The exact time, with its zone. */
    exact: (at: number) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'long' }),
    /** Why it was not reached; '' where it was. */
    reasonOf: ({ outcome, reason }: ProbeResult): string =>
      outcome === 'reachable' || !reason ? '' : t(`reason.${reason}`),
    tlsOf,
    /** Each level that was passed: `TCP 42 ms`. */
    levelsOf: ({ dns, tcp, tls, quic }: ProbeResult): string[] => [
      ...(dns ? [t('resolvedIn', { n: dns.count, span: span(dns.ms) })] : []),
      ...(tcp ? [t('tcp', { span: span(tcp.ms) })] : []),
      ...(tls ? [`${tlsOf(tls)} · ${span(tls.ms)}`] : []),
      ...(quic ? [`${t(`quic.${quic.proves}`)} · ${span(quic.ms)}`] : []),
    ],
  }
}
