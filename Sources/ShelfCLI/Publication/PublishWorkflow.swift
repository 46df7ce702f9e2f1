import ArgumentParser
import ShelfWording

/// The forges for which there is a workflow that publishes at every push.
enum PublishWorkflow: String, CaseIterable, ExpressibleByArgument {
  case github, gitlab, forgejo

  /// The file, with where it belongs.
  var text: String {
    switch self {
    case .github:
      PublishWorkflow.heading(".github/workflows/pages.yml") + PublishWorkflow.actions(PublishWorkflow.githubEnd)
    case .forgejo:
      PublishWorkflow.heading(".forgejo/workflows/pages.yml") + PublishWorkflow.actions(PublishWorkflow.forgejoEnd)
    case .gitlab: PublishWorkflow.heading(".gitlab-ci.yml") + PublishWorkflow.gitlabFile
    }
  }

  private static func heading(_ path: String) -> String {
    PublicationText.warning.map { "# \($0)\n" }.joined() + "#\n# Save it as \(path)\n"
  }

  /// How a machine without shelf gets it.
  private static let install =
    "git clone --depth 1 \(Shelf.address) /tmp/shelf && /tmp/shelf/scripts/setup && /tmp/shelf/scripts/install"

  private static func actions(_ end: (permissions: String, steps: String)) -> String {
    """
    name: Pages
    on:
      push:
        branches: [main]
      workflow_dispatch:
    \(end.permissions)concurrency:
      group: pages
      cancel-in-progress: false
    jobs:
      publish:
        runs-on: \(end.steps.contains("deploy-pages") ? "ubuntu-latest" : "docker")
        container: swift:6.2-bookworm
        steps:
          - uses: actions/checkout@v4
          - run: \(install)
          # The pages of the last run: their list remembers old addresses of books.
          - uses: actions/cache@v4
            with:
              path: site
              key: site-${{ github.sha }}
              restore-keys: site-
          - run: shelf publish --output site
    \(end.steps)
    """
  }

  private static let githubEnd = (
    permissions: "permissions:\n  contents: read\n  pages: write\n  id-token: write\n",
    steps: """
          - uses: actions/upload-pages-artifact@v3
            with:
              path: site
      deploy:
        needs: publish
        runs-on: ubuntu-latest
        environment:
          name: github-pages
        steps:
          - uses: actions/deploy-pages@v4

    """
  )

  private static let forgejoEnd = (
    permissions: "",
    steps: """
          # The token may write to the repository of the pages alone.
          - run: |
              cd site
              git init --quiet --initial-branch pages
              git add --all
              git -c user.name=shelf -c user.email=shelf@localhost commit --quiet --message "Publish"
              git push --force "https://token:${{ secrets.PAGES_TOKEN }}@${{ vars.PAGES_REPOSITORY }}" pages
              rm -rf .git

    """
  )

  private static let gitlabFile = """
    pages:
      image: swift:6.2-bookworm
      rules:
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      script:
        - \(install)
        - shelf publish --output public
      # The pages of the last run: their list remembers old addresses of books.
      cache:
        key: pages
        paths:
          - public
      artifacts:
        paths:
          - public

    """
}
