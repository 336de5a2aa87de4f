import { toast } from '@openauth/ui/toaster'
import { useEffect } from 'react'
import type { UpdateFailure, UpdateState } from '../../ipc.ts'
import { callMain } from '../api/transport.ts'
import { type MessageId, t } from '../i18n/i18n.ts'

const failures: Record<UpdateFailure, MessageId> = {
  unreachable: 'desktop.updateUnreachable',
  unencrypted: 'desktop.updateUnencrypted',
  noFeed: 'desktop.updateNoFeed',
  unverifiable: 'desktop.updateUnverifiable',
  damaged: 'desktop.updateDamaged',
  unable: 'desktop.updateUnable',
  other: 'desktop.updateFailed',
}

/** One message, which the next state replaces. */
const ID = 'update'
const staying = { id: ID, duration: Infinity, closeButton: true }
const passing = { id: ID, duration: 5000, action: undefined }

const show = (update: UpdateState): void => {
  switch (update.kind) {
    case 'none':
      return void toast.dismiss(ID)
    case 'checking':
      return void toast.loading(t('desktop.updateChecking'), staying)
    case 'current':
      return void toast.success(t('desktop.updateCurrent'), passing)
    case 'downloading': {
      const { version, percent } = update
      return void toast.loading(t('desktop.updateDownloading', { version, percent: String(percent) }), staying)
    }
    case 'ready': {
      const action = { label: t('desktop.updateRestart'), onClick: () => void callMain('updates.restart') }
      return void toast.success(t('desktop.updateReady', { version: update.version }), { ...staying, action })
    }
    case 'failed': {
      const action = { label: t('menu.openLog'), onClick: () => void callMain('crashes.open') }
      return void toast.error(t(failures[update.reason]), { ...staying, action })
    }
  }
}

const showCurrent = async () => show(await callMain('updates.get'))

/** Shows what the main process knows of a newer version, also after the window was reloaded. */
export const useUpdates = (): void => {
  useEffect(() => {
    void showCurrent()
    return window.openauth?.listen((event) => {
      if (event === 'update') void showCurrent()
    })
  }, [])
}
