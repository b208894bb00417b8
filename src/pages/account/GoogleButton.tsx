import './google.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import logo from '../../../assets/google.svg'
import { Failure } from './Failure.tsx'
import { leaveForGoogle } from './google.ts'
import { failureText } from './use-sign-in.ts'

interface Props {
  readonly text: string
  /** The page to go to afterwards. */
  readonly redirect: string
  readonly size?: 'medium' | 'large'
  /** What is shown once in place of leaving where chosen files would be lost. */
  readonly lostText?: string
}

/** Google sign-in, if this installation has it. */
export function GoogleButton({ text, redirect, size = 'medium', lostText = '' }: Props): ReactNode {
  const { t } = useTranslation()
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [isLost, setLost] = useState(false)
  if (!system?.google) return null
  const leave = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      const hasLeft = await leaveForGoogle(redirect, isLost || lostText === '')
      setLost(!hasLeft)
      setBusy(hasLeft)
    } catch (error) {
      setFailure(failureText(error, t('offline')))
      setBusy(false)
    }
  }
  return (
    <>
      <Failure text={isLost ? lostText : failure} />
      <Button
        fill={size === 'large'}
        size={size}
        loading={busy}
        icon={<img className="google-logo" src={logo} alt="" />}
        text={text}
        onClick={() => void leave()}
      />
    </>
  )
}
