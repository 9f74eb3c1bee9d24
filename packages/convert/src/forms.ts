/** The forms of nodes, for a page that does not load the engine. */
import { anytlsForm } from './protocols/anytls.form.ts'
import { httpForm } from './protocols/http.form.ts'
import { hysteriaForm } from './protocols/hysteria.form.ts'
import { hysteria2Form } from './protocols/hysteria2.form.ts'
import { mieruForm } from './protocols/mieru.form.ts'
import { snellForm } from './protocols/snell.form.ts'
import { socks5Form } from './protocols/socks5.form.ts'
import { ssForm } from './protocols/ss.form.ts'
import { sshForm } from './protocols/ssh.form.ts'
import { ssrForm } from './protocols/ssr.form.ts'
import { trojanForm } from './protocols/trojan.form.ts'
import { tuicForm } from './protocols/tuic.form.ts'
import { vlessForm } from './protocols/vless.form.ts'
import { vmessForm } from './protocols/vmess.form.ts'
import { wireguardForm } from './protocols/wireguard.form.ts'
import { MIHOMO_ONLY_TYPES, mihomoOnlyForm } from './protocols/mihomo-only.form.ts'
import type { NodeForm } from './protocols/shared/form.ts'

export {
  DIAL,
  FINGERPRINTS,
  IP_VERSIONS,
  json,
  MULTIPLEX,
  number,
  pick,
  PLUGINS,
  REALITY,
  startPlugin,
  startTransport,
  text,
  TLS,
  TRANSPORTS,
} from './protocols/shared/form.ts'
export type { FieldKind, NodeField, NodeForm } from './protocols/shared/form.ts'
export { SS_METHODS } from './protocols/ss.form.ts'

const FORMS: ReadonlyMap<string, NodeForm> = new Map(
  Object.entries<NodeForm>({
    anytls: anytlsForm,
    http: httpForm,
    hysteria: hysteriaForm,
    hysteria2: hysteria2Form,
    mieru: mieruForm,
    snell: snellForm,
    socks5: socks5Form,
    ss: ssForm,
    ssh: sshForm,
    ssr: ssrForm,
    trojan: trojanForm,
    tuic: tuicForm,
    vless: vlessForm,
    vmess: vmessForm,
    wireguard: wireguardForm,
    ...Object.fromEntries(MIHOMO_ONLY_TYPES.map((type) => [type, mihomoOnlyForm])),
  }),
)

/** The form of a node type; undefined if no protocol has that type. Then any field may be secret. */
export const formOf = (type: string): NodeForm | undefined => FORMS.get(type)
