import type { OpenDocument } from '../document/open-document.ts'
import type { UpgradeStep } from '../upgrade/shared/upgrade-step.ts'
import { XRAY_VERSIONS } from '../model/xray-version.ts'
import type { ClientId } from './facts.ts'
import { renewKeys } from '../upgrade/shared/old-keys.ts'
import { MIHOMO_OLD_KEYS } from './mihomo/old-keys.ts'
import { UPGRADE_VERSIONS, upgradeSingboxConfig } from './singbox/upgrade-config.ts'
import { XRAY_OLD_KEYS } from './xray/old-keys.ts'

/** How configs of a client are brought to a newer version of it. */
export interface ConfigUpgrader {
  /** The versions, the oldest first. */
  versions: readonly string[]
  /** `without`: names and keys of changes that are not made. */
  upgrade: (document: OpenDocument, version: string, without: ReadonlySet<string>) => UpgradeStep
}

/** Who brings a config to a newer version, by client. */
export const CONFIG_UPGRADERS: Readonly<Partial<Record<ClientId, ConfigUpgrader>>> = {
  singbox: { versions: UPGRADE_VERSIONS, upgrade: upgradeSingboxConfig },
  // Of mihomo the version is known whose keys `check` knows.
  mihomo: {
    versions: ['1.19'],
    upgrade: (document, version, without) => renewKeys(document, MIHOMO_OLD_KEYS, false, version, without),
  },
  xray: {
    versions: XRAY_VERSIONS.toReversed(),
    upgrade: (document, version, without) => renewKeys(document, XRAY_OLD_KEYS, true, version, without),
  },
}
