import type { App } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Section } from '@openauth/ui/section'
import { toast } from '@openauth/ui/toaster'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { client, queries } from '../../../api/queries.ts'
import { forgetCurrentApp } from '../../../navigation/current-app.ts'
import { useTranslate } from '../../../i18n/i18n.ts'

const touched: readonly unknown[] = ['apps', 'users', 'stats', 'attention', 'audit']

/** The end of the settings: deletes the app once its name was typed, and goes to the list of apps. */
export const DeleteApp = ({ app }: { app: App }) => {
  const t = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = async () => {
    await client.apps.delete({ id: app.id })
    toast.success(t('appSettings.deleted', { name: app.name }))
    await navigate('/apps', { replace: true })
    forgetCurrentApp()
    queryClient.removeQueries({ queryKey: queries.apps.get({ id: app.id }).queryKey })
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
  }
  return (
    <Section title={t('appSettings.danger')}>
      <Card className="app-danger">
        <div>
          <p className="app-danger-title">{t('appSettings.delete')}</p>
          <p>{t('appSettings.deleteLead')}</p>
        </div>
        <ConfirmDialog
          title={t('appSettings.delete')}
          description={t('appSettings.deleteLead')}
          confirmLabel={t('appSettings.delete')}
          typedName={app.name}
          onConfirm={remove}
          trigger={<Button variant="danger">{t('appSettings.delete')}</Button>}
        />
      </Card>
    </Section>
  )
}
