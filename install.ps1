# Installs mneme for this user, without administrator rights: downloads the archive for this system, verifies its
# checksum, unpacks it into %LOCALAPPDATA%\mneme\VERSION, and switches %LOCALAPPDATA%\mneme\current to it.
#
#   powershell -ExecutionPolicy Bypass -File install.ps1 [-Install | -NoInstall] [-Version V]
#
# -Install also registers mneme with Claude Code; -NoInstall does not even ask. MNEME_DOWNLOAD names another place to
# download from: one that has the archive and its SHA256SUMS.
param(
  [Alias("Yes")] [switch] $Install,
  [switch] $NoInstall,
  [string] $Version = ""
)
Set-StrictMode -Version 2
$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue" # drawing it makes Windows PowerShell's downloads many times slower

# Where releases are; a release fills in its own.
$Releases = ""

$Target = "windows-x64"
# By its whole path: for Git's tar, which may come first on the PATH, C: is the name of a server.
$Tar = Join-Path $env:SystemRoot "System32\tar.exe"

function Fail([string] $Reason) {
  [Console]::Error.WriteLine("Cannot install mneme: $Reason")
  exit 1
}

function Get-Release([string] $Name, [string] $Path) {
  try {
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor 3072 # TLS 1.2
    Invoke-WebRequest -UseBasicParsing -Uri "$From/$Name" -OutFile $Path
  } catch {
    Fail "$From/$Name could not be downloaded whole: $($_.Exception.Message); try again"
  }
}

# Name, version and checksum from the one line of SHA256SUMS that is about this system.
function Select-Archive([string] $Checksums) {
  $pattern = "^([0-9a-f]{64}) [ *]mneme-([0-9][0-9A-Za-z.+-]*)-$Target\.tar\.xz$"
  $found = @(Get-Content $Checksums | Where-Object { $_ -cmatch $pattern } | ForEach-Object {
      $null = $_ -cmatch $pattern
      [pscustomobject] @{ Digest = $Matches[1]; Version = $Matches[2]; Name = "mneme-$($Matches[2])-$Target.tar.xz" }
    } | Where-Object { $Version -eq "" -or $_.Version -ceq $Version })
  if ($found.Count -eq 0) { Fail "$From has no archive for $Target; see what it has in $From/SHA256SUMS" }
  if ($found.Count -gt 1) { Fail "$From has several versions; choose one with -Version" }
  $found[0]
}

# The unpacked folder, of which it is known that it starts.
function Expand-Release([string] $Path, $Archive) {
  $folder = Join-Path $Work "unpacked"
  $null = New-Item -ItemType Directory $folder
  & $Tar -xf $Path -C $folder
  if ($LASTEXITCODE -ne 0) {
    Fail "$($Archive.Name) could not be unpacked in ${Root}; tar of Windows 11 23H2 and later reads xz, and it takes half a GB"
  }
  $new = @(Get-ChildItem -Directory $folder)[0].FullName
  $says = & (Join-Path $new "mneme.exe") --version
  if ($says -cne $Archive.Version) { Fail "$($Archive.Name) holds mneme $says and not $($Archive.Version); report this" }
  $new
}

# A version that is there already is never written to, as its executables may be running.
function Move-Release([string] $New, $Archive) {
  $name = $Archive.Version
  $place = Join-Path $Root $name
  $sums = Join-Path $place "SHA256SUMS"
  if ((Test-Path $place) -and -not ((Test-Path $sums) -and
      (Get-FileHash $sums).Hash -eq (Get-FileHash (Join-Path $New "SHA256SUMS")).Hash)) {
    $name = "$name." + $Archive.Digest.Substring(0, 8)
    $place = Join-Path $Root $name
  }
  if (Test-Path $place) {
    Write-Host "mneme $($Archive.Version) is in $place already"
  } else {
    # What was just unpacked and started may still be looked at by a virus scanner, and cannot be moved meanwhile.
    for ($tries = 1; ; $tries++) {
      try { Move-Item $New $place; break } catch { if ($tries -ge 20) { throw } else { Start-Sleep -Milliseconds 500 } }
    }
    Write-Host "Unpacked mneme $($Archive.Version) into $place"
  }
  $name
}

# Junctions need no administrator. One cannot replace another: for a moment there is none.
function Set-Junction([string] $Link, [string] $Name) {
  if (Test-Path $Link) { [IO.Directory]::Delete($Link) }
  $null = New-Item -ItemType Junction -Path $Link -Target (Join-Path $Root $Name)
}

function Switch-Release([string] $Name) {
  $current = Join-Path $Root "current"
  $old = ""
  if (Test-Path $current) { $old = Split-Path -Leaf @((Get-Item $current).Target)[0] }
  if ($old -eq $Name) { return }
  if ($old -ne "") {
    Set-Junction (Join-Path $Root "previous") $old
    Write-Host "Switching from $old, which stays: mneme rollback goes back to it"
  }
  Set-Junction $current $Name
}

# As it is stored: read in the usual way, a %USERPROFILE% in it would be written back as what it stands for now.
function Add-ToPath([string] $Folder) {
  $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey("Environment")
  $path = [string] $key.GetValue("Path", "", "DoNotExpandEnvironmentNames")
  if (($path -split ";") -contains $Folder) { return }
  $key.SetValue("Path", "$path;$Folder".TrimStart(";"), "ExpandString")
  $key.Close()
  [Environment]::SetEnvironmentVariable("MNEME_INSTALLED", $null, "User") # sets nothing, and tells programs to look
  Write-Host "Added $Folder to your PATH; a new terminal sees it"
}

function Register-Release([string] $Command) {
  $wanted = $Install.IsPresent
  if (-not $wanted -and -not $NoInstall -and -not [Console]::IsInputRedirected) {
    $wanted = (Read-Host "Register mneme with Claude Code now (hooks, MCP server, skill)? [Y/n]") -match '^([Yy]|$)'
  }
  if ($wanted) {
    & $Command install
    if ($LASTEXITCODE -ne 0) { Fail "it lies in ${Root}, and could not be registered; run $Command install again" }
  } else {
    Write-Host "To register it with Claude Code: $Command install"
  }
  Write-Host "To undo all of it: $Command uninstall --purge"
}

$From = $Releases
if ($env:MNEME_DOWNLOAD) { $From = $env:MNEME_DOWNLOAD }
if ($From -eq "") { Fail "this copy of install.ps1 knows no address; set MNEME_DOWNLOAD to that of a release" }
$From = $From.TrimEnd("/")
if (-not [Environment]::Is64BitOperatingSystem) { Fail "there is no release for this machine; there is one for x86-64" }
if (-not (Test-Path $Tar)) { Fail "$Tar is not there; it is part of Windows 10 and later" }
$Root = Join-Path $env:LOCALAPPDATA "mneme"
$Work = Join-Path $Root (".new." + [Guid]::NewGuid().ToString("N"))
$null = New-Item -ItemType Directory -Force $Work
try {
  $sums = Join-Path $Work "SHA256SUMS"
  Get-Release "SHA256SUMS" $sums
  $archive = Select-Archive $sums
  $path = Join-Path $Work $archive.Name
  Write-Host "Downloading $($archive.Name)"
  Get-Release $archive.Name $path
  $digest = (Get-FileHash -Algorithm SHA256 $path).Hash.ToLowerInvariant()
  if ($digest -cne $archive.Digest) {
    Fail "the SHA-256 of $($archive.Name) must be $($archive.Digest) and is $digest; nothing was unpacked; try again, and report it if it stays"
  }
  Switch-Release (Move-Release (Expand-Release $path $archive) $archive)
  $current = Join-Path $Root "current"
  Add-ToPath $current
  Register-Release (Join-Path $current "mneme.exe")
} finally {
  Remove-Item -Recurse -Force $Work -ErrorAction SilentlyContinue
}
