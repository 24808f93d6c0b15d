# Sourced by Tools/test, check and ci: `step NAME COMMAND…` runs a command under a heading. At the end, and when a command
# fails, a table says how long each step took, and how much processor time; it also goes to the file $MUDRA_STEP_TABLES.
source "$(dirname "${BASH_SOURCE[0]}")/swift-settings.sh"

step_table=
step_name=

step() {
  step_name=$1 step_start=$SECONDS
  # To a file: a subshell would count its own children.
  times > "$step_times"; step_processor=$(step_seconds)
  shift
  printf '\n== %s\n' "$step_name"
  "$@"
  step_end done
}

# aside COMMAND: it runs beside the steps that follow, with steps and a table of its own, which `joined` shows when it has ended.
aside() {
  aside_log=$(mktemp)
  (
    step_table= step_times=$(mktemp)
    trap step_report EXIT
    "$@"
  ) > "$aside_log" 2>&1 &
  aside_job=$!
}

joined() {
  local status=0
  wait "$aside_job" || status=$?
  cat "$aside_log"
  rm "$aside_log"
  return $status
}

step_seconds() { awk 'NR == 2 { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }' "$step_times"; }

step_end() {
  times > "$step_times"
  step_table+=$(awk -v name="$step_name" -v wall=$((SECONDS - step_start)) -v first="$step_processor" -v last="$(step_seconds)" \
    -v how="$1" 'BEGIN { printf "%-28s %6d s %7d s%s", name, wall, last - first, how == "done" ? "" : "  " how }')$'\n'
  step_name=
}

step_report() {
  local status=$?
  [ -z "$step_name" ] || step_end FAILED
  [ -z "$step_table" ] || printf '\n%-28s %8s %9s\n%s' step time processor "$step_table" |
    tee -a "${MUDRA_STEP_TABLES:-/dev/null}"
  rm -f "$step_times"
  # What still runs beside the steps.
  jobs -p | xargs -r kill 2> /dev/null || true
  exit $status
}

step_times=$(mktemp)
trap step_report EXIT
