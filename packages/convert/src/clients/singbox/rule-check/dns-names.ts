import { isIp } from '../../../text/ip.ts'

/** Types of DNS records by name. */
export const QUERY_TYPES: ReadonlySet<string> = new Set(
  (
    'A NS MD MF CNAME SOA MB MG MR NULL PTR HINFO MINFO MX TXT RP AFSDB X25 ISDN RT NSAP-PTR SIG KEY PX GPOS AAAA LOC ' +
    'NXT EID NIMLOC SRV ATMA NAPTR KX CERT DNAME OPT APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3 NSEC3PARAM ' +
    'TLSA SMIMEA HIP NINFO RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS SPF UINFO UID GID UNSPEC NID ' +
    'L32 L64 LP EUI48 EUI64 TKEY TSIG IXFR AXFR MAILB MAILA ANY URI CAA AVC AMTRELAY TA DLV'
  ).split(' '),
)

/** Answers of DNS by name (miekg/dns msg.go, RcodeToString). */
export const RCODES: ReadonlySet<string> = new Set(
  (
    'NOERROR FORMERR SERVFAIL NXDOMAIN NOTIMP NOTIMPL REFUSED YXDOMAIN YXRRSET NXRRSET NOTAUTH NOTZONE DSOTYPENI ' +
    'BADSIG BADVERS BADKEY BADTIME BADMODE BADNAME BADALG BADTRUNC BADCOOKIE'
  ).split(' '),
)

/** Whether a text is a DNS record: `a.example. 60 IN A 192.0.2.1`, or a message in base64. */
export function isDnsRecord(text: string): boolean {
  const [, ...parts] = text.trim().split(/\s+/)
  if (parts.length === 0) return text.length > 0 && text.length % 4 === 0
  const at = parts.findIndex((part) => QUERY_TYPES.has(part.toUpperCase()))
  const data = parts.slice(at + 1)
  if (at < 0 || data.length === 0) return false
  const type = parts[at]!.toUpperCase()
  return (type !== 'A' && type !== 'AAAA') || (isIp(data[0]!) && data[0]!.includes(':') === (type === 'AAAA'))
}
