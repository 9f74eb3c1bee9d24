import { randomBytes, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

// Node's own WebCrypto: its keys are those of TLS.
cryptoProvider.set(webcrypto as Crypto) // the types of browsers, too

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

interface Wanted {
  host: string
  /** Without one it signs itself. */
  authority?: Authority
  /** In days from now; 30 by default. */
  daysLeft?: number
  /** Its subject, and its issuer where it signs itself, are empty. */
  isNameless?: true
}

interface Authority {
  certificate: string
  keys: CryptoKeyPair
}

/** What `tls.createServer` takes. */
export interface ServerCertificate {
  key: string
  cert: string
}

/** An authority of a test. */
export async function makeAuthority(): Promise<Authority> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...common('CN=Test authority', 30),
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  })
  return { certificate: certificate.toString('pem'), keys }
}

/** A certificate for a server of a test. */
export async function makeCertificate({
  host,
  authority,
  daysLeft = 30,
  isNameless,
}: Wanted): Promise<ServerCertificate> {
  const keys = await makeKeys()
  const extensions = [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])]
  const rest = { ...common(isNameless ? '' : `CN=${host}`, daysLeft), extensions }
  const certificate = await (authority
    ? X509CertificateGenerator.create({
        ...rest,
        subject: `CN=${host}`,
        issuer: 'CN=Test authority',
        publicKey: keys.publicKey,
        signingKey: authority.keys.privateKey,
      })
    : X509CertificateGenerator.createSelfSigned({ ...rest, keys }))
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { key, cert: certificate.toString('pem') }
}

async function makeKeys(): Promise<CryptoKeyPair> {
  // The types of Node name more uses of keys than those of browsers.
  return (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair
}

function common(name: string, daysLeft: number) {
  const now = Date.now()
  return {
    name,
    serialNumber: randomBytes(8).toString('hex'),
    notBefore: new Date(now - 60 * DAY_MS),
    notAfter: new Date(now + daysLeft * DAY_MS),
    signingAlgorithm: ALGORITHM,
  }
}
