import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useForget } from '../../api/queries';
import { Button } from '../../ui/Button';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { resendDelivery } from './calls';

/** Sends the event of a delivery again, and opens the new delivery. */
export function ResendAction({ id }: { readonly id: string }) {
    const forget = useForget();
    const [, go] = useLocation();
    const resend = useMutation({
        mutationFn: () => resendDelivery(id),
        onSuccess: async (delivery) => {
            await forget('deliveries');
            go(`/api/deliveries/${delivery.id}`);
        },
    });
    return (
        <>
            <ProblemNotice problem={resend.error} />
            <Button
                busy={resend.isPending}
                onClick={() => {
                    resend.mutate();
                }}
            >
                Resend
            </Button>
        </>
    );
}
