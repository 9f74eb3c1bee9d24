import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FileAddress } from '../../components/places/place.ts'
import { folderAddressIn, queryOfFolder } from './folder-address.ts'

/** Where the screen is, as its address says it, and the way to other folders. */
export function useFolderAddress() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = useMemo(() => folderAddressIn(search), [search])
  const go = useCallback(
    (to: FileAddress, { replace = false } = {}) => void navigate({ search: queryOfFolder(to) }, { replace }),
    [navigate],
  )
  return { address, go }
}

export type GoTo = ReturnType<typeof useFolderAddress>['go']
