import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

const Anchor = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => <Button component="a" {...props} />

/** A link to another screen that looks like a button. */
export const LinkButton = createLink(Anchor)
