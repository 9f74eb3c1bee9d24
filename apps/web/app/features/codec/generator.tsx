import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Input } from '../../ui/field.tsx'
import { type KeyPair, uuidV4, x25519KeyPair } from './steps/generate.ts'

const USES = ['wireguard', 'reality'] as const
const KEYS = ['privateKey', 'publicKey'] as const

/** What is made of nothing but chance: each press makes another. */
export function Generator() {
  const t = useTranslations('codec.make')
  const [uuid, setUuid] = useState<string>()
  /** `null`: the browser makes none. */
  const [keys, setKeys] = useState<KeyPair | null>()
  return (
    <section className="codec-make" aria-labelledby="codec-make">
      <h2 id="codec-make" className="col-span-full font-semibold">
        {t('title')}
      </h2>
      <div className="card flex flex-col gap-2 p-3">
        <div className="tool-head">
          <h3 className="text-sm font-medium">{t('uuid')}</h3>
          <Button size="small" icon="refresh-cw" onClick={() => setUuid(uuidV4())} data-testid="codec-uuid">
            {uuid === undefined ? t('new') : t('again')}
          </Button>
        </div>
        {uuid !== undefined && <Made name={t('uuid')} value={uuid} />}
      </div>
      <div className="card flex flex-col gap-2 p-3">
        <div className="tool-head">
          <h3 className="text-sm font-medium">{t('keys')}</h3>
          <Button
            size="small"
            icon="key-round"
            onClick={() => void x25519KeyPair().then((pair) => setKeys(pair ?? null))}
            data-testid="codec-keys"
          >
            {keys ? t('again') : t('new')}
          </Button>
        </div>
        {keys === null && <p className="text-sm text-error">{t('noKeys')}</p>}
        {keys &&
          USES.map((use) => (
            <div key={use} className="flex flex-col gap-1">
              <h4 className="text-xs text-muted">{t(use)}</h4>
              {KEYS.map((key) => (
                <Made key={key} name={`${t(use)} ${t(key)}`} label={t(key)} value={keys[use][key]} />
              ))}
            </div>
          ))}
      </div>
    </section>
  )
}

function Made({ name, label, value }: { name: string; label?: string; value: string }) {
  const t = useTranslations('codec.make')
  return (
    <div className="flex items-center gap-2">
      {label && <span className="w-20 shrink-0 text-xs text-muted">{label}</span>}
      <Input readOnly aria-label={name} className="font-mono text-xs" value={value} />
      <CopyButton iconOnly size="small" look="ghost" text={value} label={t('copy', { name })} />
    </div>
  )
}
