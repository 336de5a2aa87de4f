import type { GameTask } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Section } from '@openauth/ui/section'
import { useState } from 'react'
import { client } from '../../api/queries.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { OverlapField, type Overlap } from '../secrets/overlap-field.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'

interface Props {
  appId: string
  task: GameTask
}

const Rotate = ({ appId, task, onShow }: Props & { onShow: (secret: string) => void }) => {
  const t = useTranslate()
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const rotate = async () => {
    const { secret } = await client.gameTasks.rotateSecret({ appId, id: task.id, overlapSeconds: Number(overlap) })
    onShow(secret)
  }
  return (
    <ConfirmDialog
      title={t('secrets.rotateTitle', { name: t('gameTasks.secret') })}
      description={t('gameTasks.rotateLead')}
      confirmLabel={t('secrets.rotate')}
      isDanger={overlap === '0'}
      onConfirm={rotate}
      trigger={<Button>{t('secrets.rotate')}</Button>}
    >
      <OverlapField value={overlap} onChange={setOverlap} />
    </ConfirmDialog>
  )
}

/** The secret that signs the questions to a partner's endpoint. It is in no query's cache: it is asked for each time. */
export const TaskSecret = (props: Props) => {
  const t = useTranslate()
  const [secret, setSecret] = useState<string>()
  const { appId, task } = props
  const reveal = async () => setSecret((await client.gameTasks.secret({ appId, id: task.id })).secret)
  return (
    <Section title={t('gameTasks.secret')} description={t('gameTasks.secretLead')}>
      <div className="game-task-buttons">
        <ConfirmDialog
          title={t('gameTasks.revealTitle')}
          description={t('gameTasks.revealLead')}
          confirmLabel={t('secrets.reveal')}
          isDanger={false}
          onConfirm={reveal}
          trigger={<Button>{t('secrets.reveal')}</Button>}
        />
        <Rotate {...props} onShow={setSecret} />
      </div>
      <ShownOnce
        value={secret}
        name={t('gameTasks.secret')}
        title={t('gameTasks.secret')}
        description={t('gameTasks.secretShown')}
        onClose={() => setSecret(undefined)}
      />
    </Section>
  )
}
