{{- define "postrider.labels" -}}
app.kubernetes.io/name: postrider
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "postrider.allLabels" -}}
{{ include "postrider.labels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* The projections nodes, separated by commas. */ -}}
{{- define "postrider.projections" -}}
{{- $nodes := list -}}
{{- range $i := until (int .Values.roles.projections.replicas) -}}
{{- $nodes = append $nodes (printf "%s-projections-%d.%s-nodes.%s.svc:8090" $.Release.Name $i $.Release.Name $.Release.Namespace) -}}
{{- end -}}
{{- join "," $nodes -}}
{{- end }}
