import { MAX_PICTURE_BYTES } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useFormField } from '@openauth/ui/form'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { type ChangeEvent, useRef } from 'react'
import { client } from '../api/queries.ts'
import { useTranslate } from '../i18n/i18n.ts'
import './picture-field.css'

/** A file's content as base64. */
const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

interface UploadProps {
  label: string
  isBusy: boolean
  onFile: (file: File) => void
}

const UploadButton = ({ label, isBusy, onFile }: UploadProps) => {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onFile(file)
    // The same file may be chosen again.
    event.target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('pictures.uploadFor', { field: label })}
        accept="image/png,image/jpeg,image/webp"
        onChange={choose}
      />
      <Button
        icon={<Upload size={16} />}
        loading={isBusy}
        aria-label={t('pictures.uploadFor', { field: label })}
        onClick={() => input.current?.click()}
      >
        {t('pictures.upload')}
      </Button>
    </>
  )
}

interface Props {
  name: string
  label: string
  /** Before what is said of every picture: its size, or what stands where there is none. */
  note?: string
}

/** The address of a picture, or a file that the server keeps and gives an address. */
export const PictureField = ({ name, label, note }: Props) => {
  const t = useTranslate()
  const { field, error } = useFormField(name)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_PICTURE_BYTES) throw new Error(t('pictures.tooLarge'))
      return client.pictures.upload({ picture: await readBase64(file) })
    },
    onSuccess: ({ url }) => field.onChange(url),
  })
  return (
    <div className="picture-field">
      <TextField
        label={label}
        hint={[note, t('pictures.hint')].filter(Boolean).join(' ')}
        error={upload.error?.message ?? error}
        inputMode="url"
        spellCheck={false}
        optional
        name={field.name}
        value={field.value ?? ''}
        onBlur={field.onBlur}
        onChange={(event) => {
          upload.reset()
          field.onChange(event.target.value)
        }}
      />
      <UploadButton label={label} isBusy={upload.isPending} onFile={(file) => upload.mutate(file)} />
    </div>
  )
}
