import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'

type Fate = 'kept' | 'duplicate' | 'unreadable'

const LINES: readonly { text: string; fate: Fate }[] = [
  { text: 'vless://9f2a…@hk1.example.com:443#HK 01', fate: 'kept' },
  { text: 'trojan://…@jp1.example.com:443#JP 01', fate: 'kept' },
  { text: 'ss://YWVz…@sg1.example.com:8388#SG 01', fate: 'kept' },
  { text: 'hysteria2://…@tw1.example.com:8443#TW 01', fate: 'kept' },
  { text: 'trojan://…@jp1.example.com:443#JP 01', fate: 'duplicate' },
  { text: 'abc://???', fate: 'unreadable' },
]

const OUT = [
  { name: 'Mihomo', file: 'config.yaml', nodes: 4, left: 0 },
  { name: 'Clash', file: 'config.yaml', nodes: 2, left: 2 },
  { name: 'sing-box', file: 'config.json', nodes: 4, left: 0 },
]

/** A yard at work: lines arrive, bad ones stop with a reason, the others leave for three clients. */
export function YardFigure() {
  const t = useTranslations('home.yard')
  return (
    <figure className="min-w-0" aria-label={t('label')}>
      <div className="card overflow-hidden">
        <p className="flex h-9 items-center gap-2 border-b border-line bg-sunken px-3 text-xs font-medium text-muted">
          <span className="flex-1">{t('in')}</span>
          {t('counted')}
        </p>
        <ol className="py-1.5 font-mono text-xs">
          {LINES.map(({ text, fate }, index) => (
            <li key={index} className="flex h-7 items-center gap-3 px-3">
              <span className="w-3 text-right text-muted tabular-nums">{index + 1}</span>
              <span className={`min-w-0 flex-1 truncate ${fate === 'kept' ? '' : 'text-muted'}`}>{text}</span>
              {fate === 'kept' ? (
                <Icon name="check" className="size-3.5 text-success" />
              ) : (
                <span
                  className={`flex shrink-0 items-center gap-1.5 font-sans ${fate === 'duplicate' ? 'text-warning' : 'text-error'}`}
                >
                  {t(fate)}
                  <Icon name={fate === 'duplicate' ? 'copy' : 'x'} className="size-3.5" />
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
      <Tracks />
      <ul className="grid grid-cols-3 gap-2 sm:gap-3">
        {OUT.map(({ name, file, nodes, left }) => (
          <li key={name} className="card min-w-0 p-2.5 sm:p-3">
            <p className="truncate font-semibold">{name}</p>
            <p className="truncate font-mono text-xs text-muted">{file}</p>
            <p className="mt-2 flex items-center gap-1 text-xs whitespace-nowrap text-success">
              <Icon name="circle-check" className="size-3.5" />
              {t('nodes', { count: nodes })}
            </p>
            <p className="text-xs text-muted">{left ? t('left', { count: left }) : t('allIn')}</p>
          </li>
        ))}
      </ul>
    </figure>
  )
}

const ARRIVING = [72, 160, 248, 336]
const STOPPED = [452, 528]
const LEAVING = [96, 300, 504]
const MIDDLE = 300

/** Four tracks run into one and part again; two end at a buffer. */
function Tracks() {
  const tracks = [
    ...ARRIVING.map((x) => `M${x} 0C${x} 44 ${MIDDLE} 20 ${MIDDLE} 60`),
    ...LEAVING.map((x) => `M${MIDDLE} 60C${MIDDLE} 100 ${x} 72 ${x} 116`),
  ].join('')
  const stops = STOPPED.map((x) => `M${x} 0V26`).join('')
  return (
    <svg viewBox="0 0 600 116" className="block w-full" fill="none" aria-hidden="true" focusable="false">
      <path d={tracks + stops} strokeWidth="12" strokeDasharray="2 7" className="stroke-line-strong" />
      <path d={tracks} strokeWidth="2.5" className="stroke-link" />
      <path d={stops} strokeWidth="2.5" className="stroke-muted" />
      <path
        d={STOPPED.map((x) => `M${x - 9} 28H${x + 9}`).join('')}
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-muted"
      />
      <circle cx={MIDDLE} cy="60" r="6" strokeWidth="2.5" className="fill-page stroke-link" />
    </svg>
  )
}
