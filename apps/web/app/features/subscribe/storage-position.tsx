import type { StoragePosition } from '../../components/publish/positions.ts'
import { StorageTargetFields } from '../../components/storage/storage-target.tsx'
import { StorageTest } from '../../components/storage/storage-test.tsx'
import { WhoReads } from '../../components/storage/who-reads.tsx'

interface Props {
  storage: StoragePosition
  /** Before the name of a file. */
  folder: string
  onChange: (storage: StoragePosition) => void
}

/** Which bucket configs go to, and whether that works. */
export function StoragePositionFields({ storage, folder, onChange }: Props) {
  return (
    <StorageTargetFields target={storage} onChange={onChange}>
      {({ place, bucket: { name, permission } }) => (
        <>
          <WhoReads permission={permission} />
          <StorageTest key={`${place.id} ${name}`} place={place} bucket={name} folder={folder} />
        </>
      )}
    </StorageTargetFields>
  )
}
