import { runProgram } from './program.ts'

export interface Certificate {
  /** PEM texts. */
  key: string
  certificate: string
}

/** A certificate that signs itself, made by sing-box: what the servers of the tests show. */
export async function selfMadeCertificate(singBox: string, name: string): Promise<Certificate> {
  const { code, output } = await runProgram(singBox, ['generate', 'tls-keypair', name])
  const [key, certificate] = output.match(/-----BEGIN [A-Z ]+-----[\s\S]*?-----END [A-Z ]+-----/g) ?? []
  if (code !== 0 || !key || !certificate) throw new Error(`no certificate: ${output}`)
  return { key, certificate }
}

/** A REALITY key pair in the spelling both programs take. */
export async function realityKeys(singBox: string): Promise<{ privateKey: string; publicKey: string }> {
  const { output } = await runProgram(singBox, ['generate', 'reality-keypair'])
  const privateKey = /PrivateKey: (\S+)/.exec(output)?.[1]
  const publicKey = /PublicKey: (\S+)/.exec(output)?.[1]
  if (!privateKey || !publicKey) throw new Error(`no key pair: ${output}`)
  return { privateKey, publicKey }
}
